#ifndef __TP_SYS_TIME_H
#define __TP_SYS_TIME_H
#include <bits/types/struct_timeval.h>
#include <sys/select.h>
struct timezone {
    int tz_minuteswest;
    int tz_dsttime;
};
struct itimerval {
    struct timeval it_interval, it_value;
};
#define ITIMER_REAL 0
#define ITIMER_VIRTUAL 1
#define ITIMER_PROF 2
#define timerisset(time) ((time)->tv_sec || (time)->tv_usec)
#define timerclear(time) ((time)->tv_sec = (time)->tv_usec = 0)
#define timercmp(a, b, compared) ((a)->tv_sec == (b)->tv_sec ? (a)->tv_usec compared (b)->tv_usec : (a)->tv_sec compared (b)->tv_sec)
#define timeradd(a, b, result)                                                                                                   \
    do {                                                                                                                         \
        (result)->tv_sec = (a)->tv_sec + (b)->tv_sec;                                                                            \
        (result)->tv_usec = (a)->tv_usec + (b)->tv_usec;                                                                         \
        if ((result)->tv_usec >= 1000000) {                                                                                      \
            (result)->tv_sec++;                                                                                                  \
            (result)->tv_usec -= 1000000;                                                                                        \
        }                                                                                                                        \
    } while (0)
#define timersub(a, b, result)                                                                                                   \
    do {                                                                                                                         \
        (result)->tv_sec = (a)->tv_sec - (b)->tv_sec;                                                                            \
        (result)->tv_usec = (a)->tv_usec - (b)->tv_usec;                                                                         \
        if ((result)->tv_usec < 0) {                                                                                             \
            (result)->tv_sec--;                                                                                                  \
            (result)->tv_usec += 1000000;                                                                                        \
        }                                                                                                                        \
    } while (0)
extern int gettimeofday(struct timeval *restrict, void *restrict), settimeofday(const struct timeval *, const struct timezone *);
extern int getitimer(int, struct itimerval *), setitimer(int, const struct itimerval *restrict, struct itimerval *restrict);
extern int utimes(const char *, const struct timeval[2]), lutimes(const char *, const struct timeval[2]);
extern int futimes(int, const struct timeval[2]), adjtime(const struct timeval *, struct timeval *);
#endif
