#ifndef __TP_SYS_TIMERFD_H
#define __TP_SYS_TIMERFD_H
#include <time.h>
#define TFD_CLOEXEC 524288
#define TFD_NONBLOCK 2048
#define TFD_TIMER_ABSTIME 1
#define TFD_TIMER_CANCEL_ON_SET 2
extern int timerfd_create(clockid_t, int), timerfd_settime(int, int, const struct itimerspec *, struct itimerspec *);
extern int timerfd_gettime(int, struct itimerspec *);
#endif
