#ifndef __TP_SIGNAL_H
#define __TP_SIGNAL_H
#include <sys/types.h>
typedef int sig_atomic_t;
typedef struct {
    unsigned long __bits[128 / sizeof(long)];
} sigset_t;
typedef void (*__sighandler_t)(int), (*sighandler_t)(int);
struct sigaction {
    __sighandler_t sa_handler;
    sigset_t sa_mask;
    int sa_flags;
    void (*sa_restorer)(void);
};
#define SIG_DFL ((__sighandler_t)0)
#define SIG_IGN ((__sighandler_t)1)
#define SIG_ERR ((__sighandler_t) - 1)
#define SIG_BLOCK 0
#define SIG_UNBLOCK 1
#define SIG_SETMASK 2
#define SA_NOCLDSTOP 1
#define SA_SIGINFO 4
#define SA_RESTART 0x10000000
#define SA_NODEFER 0x40000000
#define SA_RESETHAND 0x80000000
#define SIGHUP 1
#define SIGINT 2
#define SIGQUIT 3
#define SIGILL 4
#define SIGABRT 6
#define SIGFPE 8
#define SIGKILL 9
#define SIGUSR1 10
#define SIGSEGV 11
#define SIGUSR2 12
#define SIGPIPE 13
#define SIGALRM 14
#define SIGTERM 15
#define SIGCHLD 17
extern __sighandler_t signal(int, __sighandler_t);
extern int sigaction(int, const struct sigaction *restrict, struct sigaction *restrict);
extern int raise(int), kill(pid_t, int);
extern int sigemptyset(sigset_t *), sigfillset(sigset_t *), sigaddset(sigset_t *, int), sigdelset(sigset_t *, int);
extern int sigismember(const sigset_t *, int);
extern int sigprocmask(int, const sigset_t *restrict, sigset_t *restrict);
extern int pthread_sigmask(int, const sigset_t *restrict, sigset_t *restrict);
extern int sigsuspend(const sigset_t *), sigwait(const sigset_t *restrict, int *restrict), sigpending(sigset_t *);
extern int pthread_kill(unsigned long, int);
#endif
