/* Signals that arrive from outside; sending one is not modelled. There is one table of handlers. For each signal that ever gets one, a
   thread is made that runs whatever is installed then, any number of times or never; it is never scheduled while the signal is blocked.

   A handler runs in one indivisible step: the thread that it interrupts does not move meanwhile. Other threads do, and so do handlers of
   other signals; that makes a difference only to a handler with more than one access to memory, and is not explored. Nor are
   handlers at all where the property is no-data-race (in programs with threads) or no-deadlock (see `__tp_signals`).
   Which signals are blocked is exact as long as the program has one thread; it is not known which of several threads a signal goes to.

   Threads inside a call that a handler may end with EINTR are bits of two masks; the handler clears one that it interrupts. */
#include "intrinsics.h"
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#define SIGNALS 64
#define BITS (8 * sizeof(long))
#define HANDLES (__tp_calls("signal") || __tp_calls("sigaction"))
#define THREADS (__tp_calls("pthread_create") || __tp_calls("thrd_create"))
enum { FAIL, RESTART, EITHER }; /* what a call does that a handler has interrupted */

static __sighandler_t __tp_handlers[SIGNALS + 1];
static unsigned char __tp_restarts[SIGNALS + 1];
static _Bool __tp_expected[SIGNALS + 1]; /* its thread exists */
static unsigned __tp_expectations;
static _Bool __tp_masked;
static unsigned long long __tp_raised;            /* whose handlers the only thread runs, since it has sent itself a signal */
static unsigned long long __tp_blocked;           /* in a program with one thread */
static _Thread_local unsigned long long __tp_own; /* in others */
static unsigned __tp_sleeping, __tp_working;      /* threads in calls that never restart, or may */

_Bool __tp_runs(__sighandler_t handler) {
    return handler != SIG_DFL && handler != SIG_IGN;
}

_Bool __tp_is_signal(int number) {
    if (number > 0 && number <= SIGNALS)
        return 1;
    errno = EINVAL;
    return 0;
}

_Bool __tp_is_raised(int number) {
    return __tp_raised >> (number - 1) & 1;
}

void __tp_set_raised(int number, _Bool raised) {
    unsigned long long bit = 1ULL << (number - 1);
    __tp_raised = raised ? __tp_raised | bit : __tp_raised & ~bit;
}

/* Whether the calling thread has blocked a signal. */
_Bool __tp_is_blocked(int number) {
    return (THREADS ? __tp_own : __tp_blocked) >> (number - 1) & 1;
}

/* One of the threads that can be interrupted is; or another one, which does not notice. In a program with one thread it is that one. */
static void __tp_strike(int restarts) {
    _Bool goes_on = restarts == RESTART || (restarts == EITHER && __VERIFIER_nondet_bool());
    unsigned rest = __tp_sleeping | (goes_on ? 0 : __tp_working);
    while (rest) {
        unsigned lowest = rest & -rest;
        rest &= ~lowest;
        if (!THREADS || __VERIFIER_nondet_bool()) {
            __tp_sleeping &= ~lowest;
            __tp_working &= ~lowest;
            return;
        }
    }
}

static void *__tp_arrive(void *which) {
    int number = (int)(long)which;
    for (;;) {
        __tp_atomic_begin();
        if (__tp_calls("sigprocmask") || __tp_calls("pthread_sigmask") || __tp_calls("sigsuspend")) {
            if (THREADS && __tp_masked)
                __tp_cut("signals that one of several threads has blocked are not modelled");
            __tp_await(!(__tp_blocked >> (number - 1) & 1));
        }
        __sighandler_t handler = __tp_handlers[number];
        __tp_await(__tp_runs(handler) && (THREADS || !__tp_is_raised(number)));
        if (__tp_long_handlers() && (THREADS || __tp_expectations > 1) && __VERIFIER_nondet_bool())
            __tp_cut("what other threads and handlers do while a handler runs is not modelled");
        handler(number);
        if (__tp_sleeping | __tp_working)
            __tp_strike(__tp_restarts[number]);
        __tp_atomic_end();
    }
}

static void __tp_expect(int number) {
    if (__tp_signals()) {
        __tp_atomic_begin();
        _Bool first = !__tp_expected[number];
        __tp_expected[number] = 1;
        if (first)
            __tp_expectations++;
        __tp_atomic_end();
        if (first)
            __tp_spawn(__tp_arrive, (void *)(long)number);
        return;
    }
#ifndef __TP_HOLDERS // not no-deadlock, so no-data-race
    if (!THREADS)
        return;
#endif
    if (__VERIFIER_nondet_bool())
        __tp_cut("the handlers of signals are not run for this property");
}

static __sighandler_t __tp_install(int number, __sighandler_t handler, int restarts) {
    __tp_atomic_begin();
    __sighandler_t old = __tp_handlers[number];
    __tp_handlers[number] = handler;
    __tp_restarts[number] = (unsigned char)restarts;
    __tp_atomic_end();
    if (__tp_runs(handler))
        __tp_expect(number);
    return old;
}

__sighandler_t __tp_handler(int number) {
    __tp_atomic_begin();
    __sighandler_t handler = __tp_handlers[number];
    __tp_atomic_end();
    return handler;
}

//: modelled: the handler runs any number of times, at any moment, in one step; not explored for no-data-race with threads and no-deadlock, nor what interrupts a handler of several accesses
__sighandler_t signal(int number, __sighandler_t handler) {
    return __tp_is_signal(number) ? __tp_install(number, handler, EITHER) : SIG_ERR;
}

//: modelled: as signal; calls that were interrupted fail or, with SA_RESTART, go on; SA_SIGINFO and SA_RESETHAND are not explored; of the old action only the handler is known
int sigaction(int number, const struct sigaction *restrict action, struct sigaction *restrict old) {
    if (!__tp_is_signal(number))
        return -1;
    if (action && __tp_runs(action->sa_handler) && action->sa_flags & (SA_SIGINFO | (int)SA_RESETHAND))
        __tp_cut("actions with SA_SIGINFO or SA_RESETHAND are not modelled");
    __sighandler_t before =
        action ? __tp_install(number, action->sa_handler, action->sa_flags & SA_RESTART ? RESTART : FAIL) : __tp_handler(number);
    if (old) {
        old->sa_handler = before;
        old->sa_flags = 0;
    }
    return 0;
}

extern _Bool __tp_cancelled(void);
extern void __tp_cancel(void), __tp_await_cancel(void);

static unsigned __tp_sleeper(void) {
    unsigned me = __tp_self();
    if (me >= 32)
        __tp_cut("more than 32 threads that signals may interrupt");
    return 1U << me;
}

/* Whether a handler that interrupts the calling thread can be noticed. */
_Bool __tp_interruptible(void) {
    return __tp_signals() && HANDLES;
}

/* A call that can be interrupted begins. */
void __tp_begin_wait(_Bool restarts) {
    unsigned mine = __tp_sleeper();
    __tp_atomic_begin();
    if (restarts)
        __tp_working |= mine; //! -
    else
        __tp_sleeping |= mine; //! -
    __tp_atomic_end();
}

/* Inside an atomic section: whether it was interrupted. */
_Bool __tp_was_struck(void) {
    return ((__tp_working | __tp_sleeping) & __tp_sleeper()) == 0;
}

void __tp_end_wait(void) {
    unsigned mine = __tp_sleeper();
    __tp_working &= ~mine; //! -
    __tp_sleeping &= ~mine; //! -
}

/* A call that need not wait for anything else: whether it fails because a handler has run meanwhile. */
_Bool __tp_interrupted(_Bool restarts) {
    if (!__tp_interruptible())
        return 0;
    __tp_begin_wait(restarts);
    __tp_atomic_begin();
    _Bool struck = __tp_was_struck();
    __tp_end_wait();
    __tp_atomic_end();
    return struck;
}

/* Without a handler nothing ends it but the end of the program. */
//: modelled: waits until a handler has run; not explored where handlers do not run
int pause(void) {
    if (!HANDLES) {
        if (__tp_calls("pthread_cancel"))
            __tp_await_cancel();
        if (!__tp_calls("alarm") && !__tp_calls("setitimer") && !__tp_calls("timer_create"))
            __tp_await(0);
#ifdef __TP_HOLDERS
        __tp_cut("a timer that ends the program is not modelled for this property");
#endif
        __tp_halt();
    }
    if (!__tp_interruptible())
        __tp_cut("a signal that ends pause is not modelled for this property");
    __tp_begin_wait(0);
    __tp_atomic_begin();
    _Bool cancelled = __tp_calls("pthread_cancel") && !__tp_was_struck() && __tp_cancelled();
    __tp_await(cancelled || __tp_was_struck());
    __tp_atomic_end();
    if (__tp_calls("pthread_cancel") && cancelled)
        __tp_cancel();
    errno = EINTR;
    return -1;
}

static int __tp_fill_set(sigset_t *set, unsigned long value) {
    for (unsigned i = 0; i < SIGNALS / BITS; i++)
        ((unsigned long *)set)[i] = value;
    return 0;
}

//: modelled: exact
int sigemptyset(sigset_t *set) {
    return __tp_fill_set(set, 0);
}

int sigfillset(sigset_t *set) {
    return __tp_fill_set(set, -1UL);
}

int sigaddset(sigset_t *set, int number) {
    if (!__tp_is_signal(number))
        return -1;
    ((unsigned long *)set)[(number - 1) / BITS] |= 1UL << (number - 1) % BITS;
    return 0;
}

int sigdelset(sigset_t *set, int number) {
    if (!__tp_is_signal(number))
        return -1;
    ((unsigned long *)set)[(number - 1) / BITS] &= ~(1UL << (number - 1) % BITS);
    return 0;
}

int sigismember(const sigset_t *set, int number) {
    if (!__tp_is_signal(number))
        return -1;
    return (int)(((const unsigned long *)set)[(number - 1) / BITS] >> (number - 1) % BITS & 1);
}

//: modelled: exact for a program with one thread; signals that one of several has blocked are not explored
int sigprocmask(int how, const sigset_t *restrict set, sigset_t *restrict old) {
    unsigned long long change = 0;
    for (unsigned i = 0; set && i < SIGNALS / BITS; i++)
        change |= (unsigned long long)((const unsigned long *)set)[i] << i * BITS;
    if (old && __tp_self() && __tp_calls("sigismember"))
        __tp_cut("which signals a new thread has blocked is not modelled");
    unsigned long long *mask = THREADS ? &__tp_own : &__tp_blocked;
    __tp_atomic_begin();
    unsigned long long before = *mask;
    if (set)
        *mask = how == SIG_BLOCK ? before | change : how == SIG_UNBLOCK ? before & ~change : change;
    if (set && THREADS && HANDLES)
        __tp_masked = 1;
    __tp_atomic_end();
    for (unsigned i = 0; old && i < SIGNALS / BITS; i++)
        ((unsigned long *)old)[i] = (unsigned long)(before >> i * BITS);
    return 0;
}

int pthread_sigmask(int how, const sigset_t *restrict set, sigset_t *restrict old) {
    return sigprocmask(how, set, old);
}

//: modelled: waits until a handler has run, with that mask; not explored where handlers do not run, nor in programs with threads
int sigsuspend(const sigset_t *set) {
    if (THREADS || !__tp_interruptible())
        __tp_cut("a signal that ends sigsuspend is not modelled for this program and property");
    unsigned long long mask = 0, before = __tp_blocked;
    for (unsigned i = 0; i < SIGNALS / BITS; i++)
        mask |= (unsigned long long)((const unsigned long *)set)[i] << i * BITS;
    __tp_atomic_begin();
    __tp_begin_wait(0);
    __tp_blocked = mask; //! -
    __tp_atomic_end();
    __tp_atomic_begin();
    __tp_await(__tp_was_struck());
    __tp_blocked = before; //! -
    __tp_atomic_end();
    errno = EINTR;
    return -1;
}
