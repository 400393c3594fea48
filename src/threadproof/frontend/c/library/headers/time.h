#ifndef __TP_TIME_H
#define __TP_TIME_H
#include <bits/types/struct_timespec.h>
#include <features.h>
#include <sys/types.h>
struct tm {
    int tm_sec, tm_min, tm_hour, tm_mday, tm_mon, tm_year, tm_wday, tm_yday, tm_isdst;
    long tm_gmtoff;
    const char *tm_zone;
};
struct itimerspec {
    struct timespec it_interval, it_value;
};
#define CLOCKS_PER_SEC ((clock_t)1000000)
#define CLOCK_REALTIME 0
#define CLOCK_MONOTONIC 1
#define CLOCK_PROCESS_CPUTIME_ID 2
#define CLOCK_THREAD_CPUTIME_ID 3
#define CLOCK_MONOTONIC_RAW 4
#define CLOCK_REALTIME_COARSE 5
#define CLOCK_MONOTONIC_COARSE 6
#define CLOCK_BOOTTIME 7
#define CLOCK_REALTIME_ALARM 8
#define CLOCK_BOOTTIME_ALARM 9
#define CLOCK_TAI 11
#define TIMER_ABSTIME 1
#define TIME_UTC 1
extern time_t time(time_t *);
extern clock_t clock(void);
extern double difftime(time_t, time_t);
extern int timespec_get(struct timespec *, int);
extern time_t mktime(struct tm *);
extern struct tm *localtime(const time_t *), *gmtime(const time_t *);
extern size_t strftime(char *restrict, size_t, const char *restrict, const struct tm *restrict);
extern char *asctime(const struct tm *), *ctime(const time_t *);
#ifdef __TP_POSIX
struct sigevent;
extern char *tzname[2];
extern int daylight;
extern long timezone;
extern int clock_gettime(clockid_t, struct timespec *);
extern int clock_getres(clockid_t, struct timespec *);
extern int clock_nanosleep(clockid_t, int, const struct timespec *, struct timespec *);
extern int nanosleep(const struct timespec *, struct timespec *);
extern struct tm *localtime_r(const time_t *restrict, struct tm *restrict);
extern struct tm *gmtime_r(const time_t *restrict, struct tm *restrict);
extern char *asctime_r(const struct tm *restrict, char *restrict), *ctime_r(const time_t *restrict, char *restrict);
extern void tzset(void);
extern int clock_settime(clockid_t, const struct timespec *);
extern time_t timegm(struct tm *), timelocal(struct tm *);
extern int timer_create(clockid_t, struct sigevent *restrict, timer_t *restrict), timer_delete(timer_t);
extern int timer_settime(timer_t, int, const struct itimerspec *restrict, struct itimerspec *restrict);
extern int timer_gettime(timer_t, struct itimerspec *), timer_getoverrun(timer_t), clock_getcpuclockid(pid_t, clockid_t *);
extern char *strptime(const char *restrict, const char *restrict, struct tm *);
#endif
#endif
