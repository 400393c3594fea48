/* Descriptors that report events. What `epoll_wait` hands back is what was registered for a descriptor; which events there are is arbitrary. */
#define _GNU_SOURCE
#include "intrinsics.h"
#include <errno.h>
#include <signal.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/signalfd.h>
#include <sys/timerfd.h>

extern int __tp_failed(int result), __tp_new_descriptor(void), __tp_done(void);
extern _Bool __tp_interrupted(_Bool restarts);

//: approximated: -1 and any error, or a number that no other open descriptor has
int epoll_create(int size) {
    return __tp_new_descriptor();
}

int epoll_create1(int flags) {
    return __tp_new_descriptor();
}

int eventfd(unsigned value, int flags) {
    return __tp_new_descriptor();
}

int timerfd_create(clockid_t clock, int flags) {
    return __tp_new_descriptor();
}

int signalfd(int file, const sigset_t *set, int flags) {
    return file >= 0 ? (__VERIFIER_nondet_bool() ? __tp_failed(-1) : file) : __tp_new_descriptor();
}

int inotify_init(void) {
    return __tp_new_descriptor();
}

int inotify_init1(int flags) {
    return __tp_new_descriptor();
}

#define REGISTERED 8
static struct {
    int set, file;
    struct epoll_event event;
    _Bool used;
} __tp_registered[REGISTERED];

static int __tp_find_registered(int set, int file) {
    for (int i = 0; i < REGISTERED; i++)
        if (__tp_registered[i].used && __tp_registered[i].set == set && __tp_registered[i].file == file)
            return i;
    return -1;
}

static int __tp_register(int set, int operation, int file, struct epoll_event *event) {
    int place = __tp_find_registered(set, file);
    if ((operation == EPOLL_CTL_ADD) != (place < 0)) {
        errno = place < 0 ? ENOENT : EEXIST;
        return -1;
    }
    if (operation == EPOLL_CTL_DEL) {
        __tp_registered[place].used = 0; //! -
        return 0;
    }
    for (int i = 0; place < 0 && i < REGISTERED; i++)
        if (!__tp_registered[i].used)
            place = i;
    if (place < 0)
        __tp_cut("more than 8 descriptors that epoll waits for");
    __tp_registered[place].set = set; //! -
    __tp_registered[place].file = file; //! -
    __tp_registered[place].event = *event; //! -
    __tp_registered[place].used = 1; //! -
    return 0;
}

//: modelled: -1 and any error, or what is reported for the descriptor from now on; more than 8 are not explored
int epoll_ctl(int set, int operation, int file, struct epoll_event *event) {
    if (__VERIFIER_nondet_bool())
        return __tp_failed(-1);
    __tp_atomic_begin();
    int result = __tp_register(set, operation, file, event);
    __tp_atomic_end();
    return result;
}

//: approximated: -1 and any error, or any of the registered descriptors, each with some of its events, an error or a hang-up
int epoll_wait(int set, struct epoll_event *events, int most, int timeout) {
    if (most <= 0) {
        errno = EINVAL;
        return -1;
    }
    if (__tp_interrupted(0)) {
        errno = EINTR;
        return -1;
    }
    if (__VERIFIER_nondet_bool())
        return __tp_failed(-1);
    int count = 0;
    __tp_atomic_begin();
    for (int i = 0; i < REGISTERED && count < most; i++) {
        if (!__tp_registered[i].used || __tp_registered[i].set != set || __VERIFIER_nondet_bool())
            continue;
        unsigned found = __VERIFIER_nondet_uint() & (__tp_registered[i].event.events | EPOLLERR | EPOLLHUP) & 0xffffff;
        __tp_assume(found != 0);
        events[count].events = found;
        events[count].data = __tp_registered[i].event.data;
        count++;
    }
    __tp_atomic_end();
    __tp_assume(count > 0 || timeout >= 0); /* without a limit it waits */
    return count;
}

int epoll_pwait(int set, struct epoll_event *events, int most, int timeout, const sigset_t *mask) {
    if (mask)
        __tp_cut("epoll_pwait with a mask of signals is not modelled");
    return epoll_wait(set, events, most, timeout);
}

//: approximated: -1 and any error, or 0 and any count but 0; not explored where the program makes the counter
int eventfd_read(int file, eventfd_t *value) {
    if (__VERIFIER_nondet_bool())
        return __tp_failed(-1);
    if (__tp_calls("eventfd"))
        __tp_cut("the count of an eventfd of the program is not followed");
    unsigned long found = __VERIFIER_nondet_ulong();
    __tp_assume(found != 0);
    *value = found;
    return 0;
}

//: approximated: no effect; -1 and any error, or 0
int eventfd_write(int file, eventfd_t value) {
    return __tp_done();
}

int inotify_rm_watch(int file, int watch) {
    return __tp_done();
}

//: approximated: -1 and any error, or any number
int inotify_add_watch(int file, const char *name, uint32_t mask) {
    int watch = __VERIFIER_nondet_int();
    __tp_assume(watch > 0);
    return __VERIFIER_nondet_bool() ? __tp_failed(-1) : watch;
}

static void __tp_any_timer(struct itimerspec *value) {
    long parts = __VERIFIER_nondet_long(), seconds = __VERIFIER_nondet_long();
    __tp_assume(parts >= 0 && parts < 1000000000 && seconds >= 0);
    value->it_value.tv_sec = seconds;
    value->it_value.tv_nsec = parts;
    value->it_interval = value->it_value;
}

//: approximated: -1 and any error, or 0 and any time
int timerfd_gettime(int file, struct itimerspec *value) {
    if (__VERIFIER_nondet_bool())
        return __tp_failed(-1);
    __tp_any_timer(value);
    return 0;
}

int timerfd_settime(int file, int flags, const struct itimerspec *value, struct itimerspec *old) {
    return old ? timerfd_gettime(file, old) : __tp_done();
}
