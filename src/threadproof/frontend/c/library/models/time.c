/* Time. The clocks of the day may be set, so every reading of them is arbitrary; the others never go back, whichever threads read them. */
#include "intrinsics.h"
#include <errno.h>
#include <sys/time.h>
#include <time.h>

extern _Bool __tp_interrupted(_Bool restarts);

//: modelled: any time, at every call: the clock may be set
time_t time(time_t *result) {
    time_t now = __VERIFIER_nondet_long();
    if (result)
        *result = now;
    return now;
}

static long __tp_below(long limit) {
    long value = __VERIFIER_nondet_long();
    __tp_assume(value >= 0 && value < limit);
    return value;
}

/* The last reading of a clock that never goes back, all but REALTIME by their numbers. */
#define CLOCKS 8
static struct timespec __tp_last[CLOCKS];
static _Thread_local struct timespec __tp_own_last;

static void __tp_later(struct timespec *last, struct timespec *result) {
    long seconds = __VERIFIER_nondet_long(), nanoseconds = __tp_below(1000000000);
    __tp_atomic_begin();
    long before = last->tv_sec;
    __tp_assume(seconds > before || (seconds == before && nanoseconds >= last->tv_nsec));
    last->tv_sec = seconds; //! -
    last->tv_nsec = nanoseconds; //! -
    __tp_atomic_end();
    result->tv_sec = seconds;
    result->tv_nsec = nanoseconds;
}

//: modelled: clocks of the day: any time; the others: any time that is not before an earlier reading by any thread; EINVAL for numbers that are no clock
int clock_gettime(clockid_t clock, struct timespec *result) {
    if (clock < 0 || clock >= CLOCKS) {
        errno = EINVAL;
        return -1;
    }
    if (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE) {
        result->tv_sec = __VERIFIER_nondet_long();
        result->tv_nsec = __tp_below(1000000000);
        return 0;
    }
    if (clock == CLOCK_THREAD_CPUTIME_ID)
        __tp_later(&__tp_own_last, result);
    else
        __tp_later(&__tp_last[clock], result);
    return 0;
}

//: modelled: -1, or any number of ticks that is not below an earlier one
clock_t clock(void) {
    static clock_t last;
    if (__VERIFIER_nondet_bool())
        return -1;
    clock_t now = __VERIFIER_nondet_long();
    __tp_atomic_begin();
    __tp_assume(now >= last);
    last = now; //! -
    __tp_atomic_end();
    return now;
}

//: modelled: any time of the day; 0 for any other base
int timespec_get(struct timespec *result, int base) {
    if (base != TIME_UTC)
        return 0;
    clock_gettime(CLOCK_REALTIME, result);
    return base;
}

//: modelled: any time, at every call: the clock may be set
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

static int __tp_slept(const struct timespec *duration, struct timespec *remaining, _Bool until) {
    long seconds = duration->tv_sec, nanoseconds = duration->tv_nsec;
    if (nanoseconds < 0 || nanoseconds >= 1000000000 || (seconds < 0 && !until))
        return EINVAL;
    if (!__tp_interrupted(0))
        return 0;
    if (remaining && !until) {
        long rest = __VERIFIER_nondet_long(), part = __tp_below(1000000000);
        __tp_assume(rest >= 0 && (rest < seconds || (rest == seconds && part <= nanoseconds)));
        remaining->tv_sec = rest;
        remaining->tv_nsec = part;
    }
    return EINTR;
}

//: modelled: takes any time; EINVAL for what is no time; EINTR and some time left where a handler has run
int nanosleep(const struct timespec *duration, struct timespec *remaining) {
    int error = __tp_slept(duration, remaining, 0);
    if (error)
        errno = error;
    return error ? -1 : 0;
}

int clock_nanosleep(clockid_t clock, int flags, const struct timespec *duration, struct timespec *remaining) {
    return __tp_slept(duration, remaining, (flags & TIMER_ABSTIME) != 0);
}
