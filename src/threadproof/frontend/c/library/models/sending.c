/* Signals that the program sends. Those from outside arrive at any time (see signal.c); so for another thread there is nothing to do, where
   handlers are run at all. A signal that the calling thread sends itself is handled before the call returns. */
#include "intrinsics.h"
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

extern int __tp_failed(int result);
extern __sighandler_t __tp_handler(int number);
extern _Bool __tp_is_signal(int number), __tp_runs(__sighandler_t handler), __tp_is_blocked(int number);
extern void __tp_set_raised(int number, _Bool raised);

#define THREADS (__tp_calls("pthread_create") || __tp_calls("thrd_create"))
#define HANDLES (__tp_calls("signal") || __tp_calls("sigaction"))

/* What the system does with a signal that the program says nothing about. */
static void __tp_default(int number) {
    if (number == SIGSTOP || number == SIGTSTP || number == SIGTTIN || number == SIGTTOU)
        __tp_cut("signals that stop a process are not modelled");
    if (number != SIGCHLD && number != SIGCONT && number != SIGURG && number != SIGWINCH)
        __tp_halt();
}

static __sighandler_t __tp_reaction(int number) {
    if (number == SIGKILL || number == SIGSTOP || !HANDLES)
        return SIG_DFL;
    return __tp_handler(number);
}

static void __tp_handle_here(int number) {
    if ((__tp_calls("sigprocmask") || __tp_calls("pthread_sigmask")) && __tp_is_blocked(number))
        __tp_cut("sending a signal that is blocked is not modelled");
    __sighandler_t handler = __tp_reaction(number);
    if (handler == SIG_DFL) {
        __tp_default(number);
    } else if (handler != SIG_IGN) {
        __tp_atomic_begin();
        __tp_set_raised(number, 1);
        __tp_atomic_end();
        handler(number);
        __tp_atomic_begin();
        __tp_set_raised(number, 0);
        __tp_atomic_end();
    }
}

/* Some thread handles it, at some time. */
static void __tp_handle_anywhere(int number) {
    __sighandler_t handler = __tp_reaction(number);
    if (handler == SIG_DFL)
        __tp_default(number);
    else if (handler != SIG_IGN && !__tp_signals())
        __tp_cut("the handlers of signals are not run for this property");
}

//: modelled: the handler runs, or the program ends, as the signal asks for; a signal that is blocked or stops the process is not explored
int raise(int number) {
    if (!__tp_is_signal(number))
        return -1;
    __tp_handle_here(number);
    return 0;
}

//: modelled: to this process: as raise, in any thread; to others: no effect, -1 and any error, or 0
int kill(pid_t process, int number) {
    if (number < 0 || number > 64) {
        errno = EINVAL;
        return -1;
    }
    _Bool here = process == 0 || process == getpid() || (process < 0 && __VERIFIER_nondet_bool());
    if (!here)
        return __VERIFIER_nondet_bool() ? __tp_failed(-1) : 0;
    if (number && THREADS)
        __tp_handle_anywhere(number);
    else if (number)
        __tp_handle_here(number);
    return 0;
}

int killpg(pid_t group, int number) {
    return kill(group > 1 ? -group : 0, number);
}

int sigqueue(pid_t process, int number, const union sigval value) {
    return kill(process, number);
}

//: modelled: to the calling thread: as raise; to another one: its handler runs at any time; ESRCH is possible, too
int pthread_kill(pthread_t thread, int number) {
    if (number < 0 || number > 64)
        return EINVAL;
    if (number && pthread_equal(thread, pthread_self())) {
        __tp_handle_here(number);
        return 0;
    }
    if (__VERIFIER_nondet_bool())
        return ESRCH;
    if (number)
        __tp_handle_anywhere(number);
    return 0;
}

static int __tp_awaited(const sigset_t *set) {
    int number = __VERIFIER_nondet_uchar();
    __tp_assume(number > 0 && number <= 64);
    __tp_assume(((const unsigned long *)set)[(number - 1) / (8 * sizeof(long))] >> (number - 1) % (8 * sizeof(long)) & 1);
    return number;
}

//: approximated: any signal of the set arrives at some time
int sigwait(const sigset_t *restrict set, int *restrict number) {
    *number = __tp_awaited(set);
    return 0;
}

int sigwaitinfo(const sigset_t *restrict set, siginfo_t *restrict info) {
    if (__VERIFIER_nondet_bool())
        return __tp_failed(-1);
    int number = __tp_awaited(set);
    if (info) {
        info->si_signo = number;
        info->si_errno = 0;
        info->si_code = __VERIFIER_nondet_int();
        info->si_pid = __VERIFIER_nondet_int();
        info->si_uid = __VERIFIER_nondet_uint();
        info->si_value.sival_int = __VERIFIER_nondet_int();
    }
    return number;
}

int sigtimedwait(const sigset_t *restrict set, siginfo_t *restrict info, const struct timespec *restrict limit) {
    return sigwaitinfo(set, info);
}

//: approximated: any of the signals
int sigpending(sigset_t *set) {
    for (unsigned i = 0; i < 8 / sizeof(long); i++)
        ((unsigned long *)set)[i] = __VERIFIER_nondet_ulong();
    return 0;
}

//: approximated: no effect; -1 and any error, or 0; where the old one is asked for: not explored
int sigaltstack(const stack_t *restrict stack, stack_t *restrict old) {
    if (old)
        __tp_cut("the old stack of signals is not modelled");
    return __VERIFIER_nondet_bool() ? __tp_failed(-1) : 0;
}
