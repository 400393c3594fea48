/* Time is arbitrary, and passes in no particular way. */
#include "intrinsics.h"
#include <sys/time.h>
#include <time.h>

//: approximated: any time, at every call
time_t time(time_t *result) {
    time_t now = __VERIFIER_nondet_long();
    if (result)
        *result = now;
    return now;
}

clock_t clock(void) {
    return __VERIFIER_nondet_long();
}

static long __tp_below(long limit) {
    long value = __VERIFIER_nondet_long();
    __tp_assume(value >= 0 && value < limit);
    return value;
}

int clock_gettime(clockid_t clock, struct timespec *result) {
    result->tv_sec = __VERIFIER_nondet_long();
    result->tv_nsec = __tp_below(1000000000);
    return 0;
}

int timespec_get(struct timespec *result, int base) {
    clock_gettime(CLOCK_REALTIME, result);
    return base;
}

int gettimeofday(struct timeval *restrict result, void *restrict zone) {
    result->tv_sec = __VERIFIER_nondet_long();
    result->tv_usec = __tp_below(1000000);
    return 0;
}

//: assumed: the resolution is a nanosecond
int clock_getres(clockid_t clock, struct timespec *result) {
    if (result) {
        result->tv_sec = 0;
        result->tv_nsec = 1;
    }
    return 0;
}

//: modelled: exact
double difftime(time_t later, time_t earlier) {
    return (double)later - (double)earlier;
}

//: ignored: time is not modelled; every schedule is considered anyway
int nanosleep(const struct timespec *duration, struct timespec *remaining) {
    return 0;
}

int clock_nanosleep(clockid_t clock, int flags, const struct timespec *duration, struct timespec *remaining) {
    return 0;
}
