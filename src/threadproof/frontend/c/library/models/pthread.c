/* Threads. A handle is the thread number + 1, so that a handle that was never written (0) is no thread. */
#include "intrinsics.h"
#include <errno.h>
#include <pthread.h>

#define CANCELS __tp_calls("pthread_cancel")

extern _Bool __tp_let_go(unsigned number);
extern void __tp_begin_join(void), __tp_end_join(void), __tp_end_thread(void *result);
#define FORKS (__tp_calls("fork") || __tp_calls("vfork"))
#define COUNTED (__tp_calls("pthread_detach") + __tp_calls("pthread_attr_setdetachstate") + __tp_repeats("pthread_join") > 0)

static _Bool __tp_created; /* any thread, so far; in programs that fork */

static void __tp_note_thread(void) {
    __tp_atomic_begin();
    __tp_created = 1; //! -
    __tp_atomic_end();
}

_Bool __tp_has_threads(void) {
    __tp_atomic_begin();
    _Bool created = __tp_created;
    __tp_atomic_end();
    return created;
}

//: modelled: starts the thread, then stores its handle; never fails; of the attributes only the detach state counts
int pthread_create(pthread_t *restrict handle, const pthread_attr_t *restrict attribute, void *(*start)(void *), void *restrict argument) {
    if (__tp_calls("pthread_attr_setdetachstate") && attribute && *(const short *)attribute == PTHREAD_CREATE_DETACHED) {
        if (FORKS)
            __tp_note_thread();
        __tp_atomic_begin();
        unsigned number = __tp_spawn(start, argument);
        __tp_let_go(number);
        __tp_atomic_end();
        *handle = (pthread_t)number + 1; //! -
        return 0;
    }
    if (FORKS)
        __tp_note_thread();
    __tp_atomic_begin(); // what is alone in a block needs no thought about others: proofs for any number of threads are faster
    unsigned number = __tp_spawn(start, argument);
    __tp_atomic_end();
    *handle = (pthread_t)number + 1; //! -
    return 0;
}

//: modelled: waits until the thread has ended and stores its result; EDEADLK for the caller's own handle; undefined if it was joined or detached before
int pthread_join(pthread_t thread, void **result) {
    unsigned number = (unsigned)thread - 1;
    __tp_check(thread != 0, "invalid-call", "the handle to join is no thread");
    if (number == __tp_self())
        return EDEADLK;
    if (COUNTED) {
        _Bool first = __tp_let_go(number);
        __tp_check(first, "invalid-call", "a thread is joined that was joined or detached before");
    }
    if (CANCELS)
        __tp_begin_join();
    void *value = __tp_join(number);
    if (CANCELS)
        __tp_end_join();
    if (result)
        *result = value;
    return 0;
}

//: approximated: not explored, so the verdict cannot be TRUE
int pthread_tryjoin_np(pthread_t thread, void **result) {
    __tp_cut("joining without waiting is not modelled");
}

int pthread_timedjoin_np(pthread_t thread, void **result, const struct timespec *until) {
    __tp_cut("joining with a time limit is not modelled");
}

//: modelled: ends the calling thread with the given result; main may do so too
_Noreturn void pthread_exit(void *result) {
    if (CANCELS || __tp_calls("__pthread_register_cancel"))
        __tp_end_thread(result);
    __tp_thread_exit(result);
}

//: modelled: the handle of the calling thread
pthread_t pthread_self(void) {
    return (pthread_t)__tp_self() + 1;
}

//: modelled: compares the handles; a number other than 0 for the same ones
int pthread_equal(pthread_t first, pthread_t second) {
    if (first != second || !__tp_observes("pthread_equal", "truth"))
        return first == second;
    int value = __VERIFIER_nondet_int();
    __tp_assume(value != 0);
    return value;
}

/* 0: not begun, 1: done, from 2: a thread is at it; for no-deadlock also which. */
#ifdef __TP_HOLDERS
#define BEGUN (2 + (int)__tp_self())
#else
#define BEGUN 2
#endif
//: modelled: the first caller runs the function, the others wait until it is done
int pthread_once(pthread_once_t *control, void (*initialise)(void)) {
    int *word = (int *)control;
    __tp_atomic_begin();
    int state = *word;
    __tp_await(state < 2, state - 2);
    if (state == 0)
        *word = BEGUN;
    __tp_acquire(word);
    __tp_atomic_end();
    if (state == 0) {
        initialise();
        __tp_atomic_begin();
        *word = 1;
        __tp_release(word);
        __tp_atomic_end();
    }
    return 0;
}

//: ignored: every schedule is considered anyway
int pthread_yield(void) {
    return 0;
}

/* Requests that the system may turn down, for reasons of its own. */
int __tp_refused(_Bool observed) {
    return observed && __VERIFIER_nondet_bool() ? __VERIFIER_nondet_bool() ? EPERM : EINVAL : 0;
}

//: approximated: any level
int pthread_getconcurrency(void) {
    int level = __VERIFIER_nondet_int();
    __tp_assume(level >= 0);
    return level;
}

//: ignored: every schedule is considered anyway; may fail
int pthread_setconcurrency(int level) {
    return __tp_refused(__tp_observes("pthread_setconcurrency", "nothing"));
}

int pthread_setschedparam(pthread_t thread, int policy, const struct sched_param *parameters) {
    return __tp_refused(__tp_observes("pthread_setschedparam", "nothing"));
}

int pthread_setschedprio(pthread_t thread, int priority) {
    return __tp_refused(__tp_observes("pthread_setschedprio", "nothing"));
}

int pthread_setname_np(pthread_t thread, const char *name) {
    return __tp_refused(__tp_observes("pthread_setname_np", "nothing"));
}

//: assumed: threads have the default policy and priority, whatever was set
int pthread_getschedparam(pthread_t thread, int *restrict policy, struct sched_param *restrict parameters) {
    *policy = SCHED_OTHER;
    parameters->sched_priority = 0;
    return 0;
}

//: assumed: threads have no clocks of their own (ENOENT)
int pthread_getcpuclockid(pthread_t thread, clockid_t *clock) {
    return ENOENT;
}

//: ignored: not explored in programs that fork
int pthread_atfork(void (*before)(void), void (*parent)(void), void (*child)(void)) {
    if (FORKS)
        __tp_cut("handlers of fork are not modelled");
    return 0;
}
