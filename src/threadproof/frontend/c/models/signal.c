/* Signals that arrive from outside; sending one is not modelled. There is one table of handlers, whatever the property; only for
   `unreach-call` do they run (see frontend/c/signals.py): each time that one is installed a thread is made that may run, once, whatever
   is installed then. Which signals are blocked is exact as long as the program has one thread; it is not known which of several
   threads a signal goes to. */
#include "intrinsics.h"
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#define SIGNALS 64
#define BITS (8 * sizeof(long))
#define HANDLES (__tp_calls("signal") || __tp_calls("sigaction"))
#define THREADS (__tp_calls("pthread_create") || __tp_calls("thrd_create"))

static __sighandler_t __tp_handlers[SIGNALS + 1];
static _Bool __tp_installed, __tp_arriving; /* some handler was installed; for a property where they run */
static _Bool __tp_masked, __tp_pausing;
static unsigned long long __tp_blocked;          /* in a program with one thread */
static _Thread_local unsigned long long __tp_own; /* in others */

static _Bool __tp_runs(__sighandler_t handler) {
    return handler != SIG_DFL && handler != SIG_IGN;
}

static _Bool __tp_is_signal(int number) {
    if (number > 0 && number <= SIGNALS)
        return 1;
    errno = EINVAL;
    return 0;
}

static __sighandler_t __tp_install(int number, __sighandler_t handler) {
    __tp_atomic_begin();
    __sighandler_t old = __tp_handlers[number];
    __tp_handlers[number] = handler;
    if (__tp_calls("pause") && __tp_runs(handler))
        __tp_installed = 1;
    __tp_atomic_end();
    return old;
}

static __sighandler_t __tp_handler(int number) {
    __tp_atomic_begin();
    __sighandler_t handler = __tp_handlers[number];
    __tp_atomic_end();
    return handler;
}

//: assumed: no signal arrives, so handlers never run
__sighandler_t signal(int number, __sighandler_t handler) {
    return __tp_is_signal(number) ? __tp_install(number, handler) : SIG_ERR;
}

//: assumed: no signal arrives, so handlers never run; of the old action only the handler is known
int sigaction(int number, const struct sigaction *restrict action, struct sigaction *restrict old) {
    if (!__tp_is_signal(number))
        return -1;
    __sighandler_t before = action ? __tp_install(number, action->sa_handler) : __tp_handler(number);
    if (old) {
        old->sa_handler = before;
        old->sa_flags = 0;
    }
    return 0;
}

static void *__tp_arrive(void *which) {
    int number = (int)(long)which;
    __tp_atomic_begin();
    if (__tp_calls("sigprocmask") || __tp_calls("pthread_sigmask")) {
        if (THREADS && __tp_masked)
            __tp_cut("signals that one of several threads has blocked are not modelled");
        __tp_await(!(__tp_blocked >> (number - 1) & 1));
    }
    __sighandler_t handler = __tp_handlers[number];
    if (__tp_runs(handler)) {
        handler(number);
        if (__tp_calls("pause"))
            __tp_pausing = 0;
    }
    __tp_atomic_end();
    return 0;
}

static void __tp_expect(int number, __sighandler_t handler) {
    if (!__tp_runs(handler))
        return;
    if (__tp_calls("pause")) {
        __tp_atomic_begin();
        __tp_arriving = 1;
        __tp_atomic_end();
    }
    if (__VERIFIER_nondet_bool())
        __tp_spawn(__tp_arrive, (void *)(long)number);
}

//: assumed: the signal arrives at most once for each handler, at any moment; nobody moves while its handler runs
__sighandler_t __tp_signal(int number, __sighandler_t handler) {
    __sighandler_t old = signal(number, handler);
    if (old != SIG_ERR)
        __tp_expect(number, handler);
    return old;
}

int __tp_sigaction(int number, const struct sigaction *restrict action, struct sigaction *restrict old) {
    int result = sigaction(number, action, old);
    if (result == 0 && action)
        __tp_expect(number, action->sa_handler);
    return result;
}

/* Without a handler nothing ends it but the end of the program. */
//: modelled: waits until a handler has run; not explored where handlers do not run, or for one of several threads
int pause(void) {
    if (!HANDLES)
        __tp_await(0);
    if (THREADS)
        __tp_cut("pause in a program with threads and handlers of signals is not modelled");
    __tp_atomic_begin();
    if (__tp_installed && !__tp_arriving)
        __tp_cut("a signal that ends pause is modelled for unreach-call only");
    __tp_pausing = 1;
    __tp_atomic_end();
    __tp_atomic_begin();
    __tp_await(!__tp_pausing);
    __tp_atomic_end();
    errno = EINTR;
    return -1;
}

//: approximated: sending a signal is not explored, so the verdict cannot be TRUE
int raise(int number) {
    __tp_cut("raise is not modelled");
}

int kill(pid_t process, int number) {
    __tp_cut("kill is not modelled");
}

int pthread_kill(pthread_t thread, int number) {
    __tp_cut("pthread_kill is not modelled");
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
