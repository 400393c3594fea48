#ifndef __TP_SYS_ERRNO_H
#define __TP_SYS_ERRNO_H
#include <errno.h>
#endif
