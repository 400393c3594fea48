#ifndef __TP_SYS_POLL_H
#define __TP_SYS_POLL_H
#include <poll.h>
#endif
