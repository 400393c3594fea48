/* Signals: none arrives from outside, and sending one is not modelled. */
#include "intrinsics.h"
#include <pthread.h>
#include <signal.h>

//: assumed: no signal arrives, so handlers never run; the result is SIG_DFL
__sighandler_t signal(int number, __sighandler_t handler) {
    return SIG_DFL;
}

//: assumed: no signal arrives, so handlers never run; the old action is the default one
int sigaction(int number, const struct sigaction *restrict action, struct sigaction *restrict old) {
    if (old) {
        old->sa_handler = SIG_DFL;
        old->sa_flags = 0;
    }
    return 0;
}

struct __tp_arrival {
    __sighandler_t handler;
    int number;
};

static void *__tp_arrive(void *which) {
    struct __tp_arrival *arrival = which;
    __tp_atomic_begin();
    arrival->handler(arrival->number);
    __tp_atomic_end();
    return 0;
}

static void __tp_expect(int number, __sighandler_t handler) {
    if (handler == SIG_DFL || handler == SIG_IGN || !__VERIFIER_nondet_bool())
        return;
    struct __tp_arrival *arrival = __tp_alloc(sizeof *arrival);
    arrival->handler = handler;
    arrival->number = number;
    __tp_spawn(__tp_arrive, arrival);
}

/* For `unreach-call` (see frontend/c/signals.py). */
//: assumed: the signal arrives at most once, at any moment; nobody moves while its handler runs
__sighandler_t __tp_signal(int number, __sighandler_t handler) {
    __tp_expect(number, handler);
    return SIG_DFL;
}

int __tp_sigaction(int number, const struct sigaction *restrict action, struct sigaction *restrict old) {
    if (action)
        __tp_expect(number, action->sa_handler);
    return sigaction(number, action, old);
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

//: ignored: no signal arrives, so sets of signals have no effect
int sigemptyset(sigset_t *set) {
    return 0;
}

int sigfillset(sigset_t *set) {
    return 0;
}

int sigaddset(sigset_t *set, int number) {
    return 0;
}

int sigdelset(sigset_t *set, int number) {
    return 0;
}

int sigprocmask(int how, const sigset_t *restrict set, sigset_t *restrict old) {
    return 0;
}

int pthread_sigmask(int how, const sigset_t *restrict set, sigset_t *restrict old) {
    return 0;
}
