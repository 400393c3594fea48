/* Times as dates. What the local zone is nobody knows; in UTC everything is exact. As POSIX allows, the next call overwrites a result. */
#include "intrinsics.h"
#include <errno.h>
#include <signal.h>
#include <sys/time.h>
#include <time.h>

extern int __tp_failed(int result), __tp_done(void);

char *tzname[2] = {"UTC", "UTC"};
int daylight;
long timezone;

/* Days since 1970 of a date, with any number of months; years begin in March, so that the day that may be missing comes last. */
static long long __tp_days(long long year, long long month, long long day) {
    long long years = month / 12 - (month % 12 < 0);
    year += years;
    month -= 12 * years;
    year -= month < 2;
    long long era = (year >= 0 ? year : year - 399) / 400, in_era = year - 400 * era;
    long long in_year = (153 * (month < 2 ? month + 10 : month - 2) + 2) / 5 + day - 1;
    return era * 146097 + in_era * 365 + in_era / 4 - in_era / 100 + in_year - 719468;
}

static _Bool __tp_set_date(long long time, struct tm *result) {
    long long days = time / 86400 - (time % 86400 < 0), rest = time - 86400 * days;
    long long shifted = days + 719468, era = (shifted >= 0 ? shifted : shifted - 146096) / 146097, in_era = shifted - 146097 * era;
    long long year = (in_era - in_era / 1460 + in_era / 36524 - in_era / 146096) / 365;
    long long in_year = in_era - (365 * year + year / 4 - year / 100), month = (5 * in_year + 2) / 153;
    year += 400 * era + (month >= 10);
    if (year - 1900 > 0x7fffffff || year - 1900 < -0x7fffffff - 1)
        return 0;
    result->tm_sec = (int)(rest % 60);
    result->tm_min = (int)(rest / 60 % 60);
    result->tm_hour = (int)(rest / 3600);
    result->tm_mday = (int)(in_year - (153 * month + 2) / 5 + 1);
    result->tm_mon = (int)(month < 10 ? month + 2 : month - 10);
    result->tm_year = (int)(year - 1900);
    result->tm_wday = (int)(((days + 4) % 7 + 7) % 7);
    result->tm_yday = (int)(days - __tp_days(year, 0, 1));
    result->tm_isdst = 0;
    result->tm_gmtoff = 0;
    result->tm_zone = "GMT";
    return 1;
}

//: modelled: exact
struct tm *gmtime_r(const time_t *restrict time, struct tm *restrict result) {
    if (__tp_set_date(*time, result))
        return result;
    errno = EOVERFLOW;
    return 0;
}

time_t timegm(struct tm *date) {
    long long days = __tp_days(1900 + (long long)date->tm_year, date->tm_mon, date->tm_mday);
    long long result = ((days * 24 + date->tm_hour) * 60 + date->tm_min) * 60 + date->tm_sec;
    __tp_set_date(result, date);
    return (time_t)result;
}

static struct tm __tp_date;

struct tm *gmtime(const time_t *time) {
    return gmtime_r(time, &__tp_date);
}

/* Zones differ from UTC by at most a day, in whole seconds. */
static long __tp_zone(void) {
    long offset = __VERIFIER_nondet_int();
    __tp_assume(offset > -86400 && offset < 86400);
    return offset;
}

//: approximated: in any zone, at every call
struct tm *localtime_r(const time_t *restrict time, struct tm *restrict result) {
    long offset = __tp_zone();
    if (!__tp_set_date((long long)*time + offset, result)) {
        errno = EOVERFLOW;
        return 0;
    }
    result->tm_gmtoff = offset;
    result->tm_isdst = __VERIFIER_nondet_bool();
    result->tm_zone = tzname[0];
    return result;
}

struct tm *localtime(const time_t *time) {
    return localtime_r(time, &__tp_date);
}

time_t mktime(struct tm *date) {
    long offset = __tp_zone();
    long long days = __tp_days(1900 + (long long)date->tm_year, date->tm_mon, date->tm_mday);
    long long result = ((days * 24 + date->tm_hour) * 60 + date->tm_min) * 60 + date->tm_sec;
    __tp_set_date(result, date);
    date->tm_isdst = __VERIFIER_nondet_bool();
    return (time_t)(result - offset);
}

time_t timelocal(struct tm *date) {
    return mktime(date);
}

//: ignored: the zone is any anyway
void tzset(void) {
}

/* Any characters but the end. */
static void __tp_any_characters(char *text, size_t count) {
    for (size_t i = 0; i < count; i++) {
        char byte = __VERIFIER_nondet_char();
        __tp_assume(byte > 0);
        text[i] = byte;
    }
}

//: approximated: 0, or any text that fits
size_t strftime(char *restrict text, size_t size, const char *restrict format, const struct tm *restrict date) {
    size_t length = 0;
    while (length + 1 < size && __VERIFIER_nondet_bool())
        length++;
    if (size == 0)
        return 0;
    __tp_any_characters(text, length);
    text[length] = 0;
    return length;
}

//: approximated: any 24 characters and the end of a line
char *asctime_r(const struct tm *restrict date, char *restrict text) {
    __tp_any_characters(text, 24);
    text[24] = '\n';
    text[25] = 0;
    return text;
}

char *ctime_r(const time_t *time, char *text) {
    return asctime_r(0, text);
}

static char __tp_date_text[26];

char *asctime(const struct tm *date) {
    return asctime_r(date, __tp_date_text);
}

char *ctime(const time_t *time) {
    return asctime_r(0, __tp_date_text);
}

/* Timers send signals, which arrive at any time in any case. Where handlers are not run, a thread that waits may be one that a timer ends. */
static void __tp_timer_set(void) {
#ifdef __TP_HOLDERS
    if (__VERIFIER_nondet_bool())
        __tp_cut("a timer that ends the program or a wait is not modelled for this property");
#endif
}

//: approximated: the signal arrives at any time, or never; any time was left before
unsigned alarm(unsigned seconds) {
    __tp_timer_set();
    return __VERIFIER_nondet_uint();
}

useconds_t ualarm(useconds_t first, useconds_t interval) {
    __tp_timer_set();
    return __VERIFIER_nondet_uint();
}

int getitimer(int which, struct itimerval *value) {
    long seconds = __VERIFIER_nondet_long(), parts = __VERIFIER_nondet_long();
    __tp_assume(seconds >= 0 && parts >= 0 && parts < 1000000);
    value->it_value.tv_sec = seconds;
    value->it_value.tv_usec = parts;
    value->it_interval = value->it_value;
    return 0;
}

int setitimer(int which, const struct itimerval *restrict value, struct itimerval *restrict old) {
    __tp_timer_set();
    if (__VERIFIER_nondet_bool())
        return __tp_failed(-1);
    return old ? getitimer(which, old) : 0;
}

//: approximated: -1 and any error, or a timer whose signal arrives at any time, or never; a timer that starts threads is not explored
int timer_create(clockid_t clock, struct sigevent *restrict event, timer_t *restrict timer) {
    if (event && event->sigev_notify == SIGEV_THREAD)
        __tp_cut("a timer that starts threads is not modelled");
    if (__VERIFIER_nondet_bool())
        return __tp_failed(-1);
    __tp_timer_set();
    *timer = (timer_t)__VERIFIER_nondet_long();
    return 0;
}

int timer_delete(timer_t timer) {
    return __tp_done();
}

int timer_gettime(timer_t timer, struct itimerspec *value) {
    long seconds = __VERIFIER_nondet_long(), parts = __VERIFIER_nondet_long();
    if (__VERIFIER_nondet_bool())
        return __tp_failed(-1);
    __tp_assume(seconds >= 0 && parts >= 0 && parts < 1000000000);
    value->it_value.tv_sec = seconds;
    value->it_value.tv_nsec = parts;
    value->it_interval = value->it_value;
    return 0;
}

int timer_settime(timer_t timer, int flags, const struct itimerspec *restrict value, struct itimerspec *restrict old) {
    __tp_timer_set();
    return old ? timer_gettime(timer, old) : __tp_done();
}

int timer_getoverrun(timer_t timer) {
    int count = __VERIFIER_nondet_int();
    __tp_assume(count >= 0);
    return __VERIFIER_nondet_bool() ? __tp_failed(-1) : count;
}

//: approximated: -1 and any error, or 0: the clock may be set by others, too
int clock_settime(clockid_t clock, const struct timespec *time) {
    return __tp_done();
}

int settimeofday(const struct timeval *time, const struct timezone *zone) {
    return __tp_done();
}
