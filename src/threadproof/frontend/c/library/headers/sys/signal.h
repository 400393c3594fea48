#ifndef __TP_SYS_SIGNAL_H
#define __TP_SYS_SIGNAL_H
#include <signal.h>
#endif
