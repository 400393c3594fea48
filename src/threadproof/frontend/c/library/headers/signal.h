#ifndef __TP_SIGNAL_H
#define __TP_SIGNAL_H
#include <bits/types/struct_timespec.h>
#include <features.h>
#include <sys/types.h>
typedef int sig_atomic_t;
typedef struct {
    unsigned long __bits[128 / sizeof(long)];
} sigset_t;
typedef void (*__sighandler_t)(int), (*sighandler_t)(int), (*sig_t)(int);
typedef union sigval {
    int sival_int;
    void *sival_ptr;
} sigval_t;
typedef struct {
    int si_signo, si_errno, si_code;
    union {
        int __words[__SIZEOF_POINTER__ == 8 ? 28 : 29];
        void *__align;
        struct {
            pid_t __pid;
            uid_t __uid;
            int __status;
            clock_t __utime, __stime;
        } __child;
        struct {
            pid_t __pid;
            uid_t __uid;
            sigval_t __value;
        } __sent;
        struct {
            int __timer, __overrun;
            sigval_t __value;
        } __timer;
        struct {
            void *__address;
        } __fault;
        struct {
            long __band;
            int __file;
        } __poll;
        struct {
            void *__address;
            int __number;
            unsigned __arch;
        } __call;
    } __more;
} siginfo_t;
#define si_pid __more.__sent.__pid
#define si_uid __more.__sent.__uid
#define si_value __more.__sent.__value
#define si_int __more.__sent.__value.sival_int
#define si_ptr __more.__sent.__value.sival_ptr
#define si_status __more.__child.__status
#define si_utime __more.__child.__utime
#define si_stime __more.__child.__stime
#define si_timerid __more.__timer.__timer
#define si_overrun __more.__timer.__overrun
#define si_addr __more.__fault.__address
#define si_band __more.__poll.__band
#define si_fd __more.__poll.__file
#define si_call_addr __more.__call.__address
#define si_syscall __more.__call.__number
#define si_arch __more.__call.__arch
struct sigaction {
    union {
        __sighandler_t sa_handler;
        void (*sa_sigaction)(int, siginfo_t *, void *);
    };
    sigset_t sa_mask;
    int sa_flags;
    void (*sa_restorer)(void);
};
typedef struct {
    void *ss_sp;
    int ss_flags;
    size_t ss_size;
} stack_t;
typedef struct sigevent {
    sigval_t sigev_value;
    int sigev_signo, sigev_notify;
    union {
        int __words[__SIZEOF_POINTER__ == 8 ? 12 : 13];
        pid_t __tid;
        struct {
            void (*__function)(sigval_t);
            void *__attributes;
        } __call;
    } __more;
} sigevent_t;
#define sigev_notify_function __more.__call.__function
#define sigev_notify_attributes __more.__call.__attributes
#define sigev_notify_thread_id __more.__tid
#define SIG_DFL ((__sighandler_t)0)
#define SIG_IGN ((__sighandler_t)1)
#define SIG_ERR ((__sighandler_t) - 1)
#define SIG_HOLD ((__sighandler_t)2)
#define SIG_BLOCK 0
#define SIG_UNBLOCK 1
#define SIG_SETMASK 2
#define SA_NOCLDSTOP 1
#define SA_NOCLDWAIT 2
#define SA_SIGINFO 4
#define SA_ONSTACK 0x8000000
#define SA_RESTART 0x10000000
#define SA_NODEFER 0x40000000
#define SA_RESETHAND 0x80000000
#define SA_INTERRUPT 0x20000000
#define SA_NOMASK 1073741824
#define SA_ONESHOT 2147483648
#define SA_STACK 134217728
#define SIGINT 2
#define SIGILL 4
#define SIGABRT 6
#define SIGFPE 8
#define SIGSEGV 11
#define SIGTERM 15
#define SIGHUP 1
#define SIGQUIT 3
#define SIGTRAP 5
#define SIGKILL 9
#define SIGPIPE 13
#define SIGALRM 14
#define SIGIO 29
#define SIGIOT 6
#define SIGCLD 17
#define SIGSTKFLT 16
#define SIGPWR 30
#define SIGBUS 7
#define SIGSYS 31
#define SIGURG 23
#define SIGSTOP 19
#define SIGTSTP 20
#define SIGCONT 18
#define SIGCHLD 17
#define SIGTTIN 21
#define SIGTTOU 22
#define SIGPOLL 29
#define SIGXFSZ 25
#define SIGXCPU 24
#define SIGVTALRM 26
#define SIGPROF 27
#define SIGUSR1 10
#define SIGUSR2 12
#define SIGWINCH 28
#define SI_ASYNCNL (-60)
#define SI_DETHREAD (-7)
#define SI_TKILL (-6)
#define SI_SIGIO (-5)
#define SI_ASYNCIO (-4)
#define SI_MESGQ (-3)
#define SI_TIMER (-2)
#define SI_QUEUE (-1)
#define SI_USER 0
#define SI_KERNEL 128
#define ILL_ILLOPC 1
#define ILL_ILLOPN 2
#define ILL_ILLADR 3
#define ILL_ILLTRP 4
#define ILL_PRVOPC 5
#define ILL_PRVREG 6
#define ILL_COPROC 7
#define ILL_BADSTK 8
#define ILL_BADIADDR 9
#define FPE_INTDIV 1
#define FPE_INTOVF 2
#define FPE_FLTDIV 3
#define FPE_FLTOVF 4
#define FPE_FLTUND 5
#define FPE_FLTRES 6
#define FPE_FLTINV 7
#define FPE_FLTSUB 8
#define FPE_FLTUNK 14
#define FPE_CONDTRAP 15
#define SEGV_MAPERR 1
#define SEGV_ACCERR 2
#define SEGV_BNDERR 3
#define SEGV_PKUERR 4
#define SEGV_ACCADI 5
#define SEGV_ADIDERR 6
#define SEGV_ADIPERR 7
#define SEGV_MTEAERR 8
#define SEGV_MTESERR 9
#define BUS_ADRALN 1
#define BUS_ADRERR 2
#define BUS_OBJERR 3
#define TRAP_BRKPT 1
#define TRAP_TRACE 2
#define TRAP_BRANCH 3
#define TRAP_HWBKPT 4
#define TRAP_UNK 5
#define CLD_EXITED 1
#define CLD_KILLED 2
#define CLD_DUMPED 3
#define CLD_TRAPPED 4
#define CLD_STOPPED 5
#define CLD_CONTINUED 6
#define POLL_IN 1
#define POLL_OUT 2
#define POLL_MSG 3
#define POLL_ERR 4
#define POLL_PRI 5
#define POLL_HUP 6
#define SS_ONSTACK 1
#define SS_DISABLE 2
#define MINSIGSTKSZ 13504
#define SIGEV_SIGNAL 0
#define SIGEV_NONE 1
#define SIGEV_THREAD 2
#define SIGEV_THREAD_ID 4
#define SIGSTKSZ 8192
#define SIGRTMIN 34
#define SIGRTMAX 64
#define _NSIG 65
#define NSIG 65
extern __sighandler_t signal(int, __sighandler_t);
extern int raise(int);
#ifdef __TP_POSIX
extern int sigaction(int, const struct sigaction *restrict, struct sigaction *restrict);
extern int kill(pid_t, int), killpg(pid_t, int), sigemptyset(sigset_t *), sigfillset(sigset_t *);
extern int sigaddset(sigset_t *, int), sigdelset(sigset_t *, int), sigismember(const sigset_t *, int);
extern int sigprocmask(int, const sigset_t *restrict, sigset_t *restrict);
extern int pthread_sigmask(int, const sigset_t *restrict, sigset_t *restrict), sigsuspend(const sigset_t *);
extern int sigwait(const sigset_t *restrict, int *restrict), sigpending(sigset_t *);
extern int sigwaitinfo(const sigset_t *restrict, siginfo_t *restrict);
extern int sigtimedwait(const sigset_t *restrict, siginfo_t *restrict, const struct timespec *restrict);
extern int sigqueue(pid_t, int, const union sigval), sigaltstack(const stack_t *restrict, stack_t *restrict);
extern int siginterrupt(int, int);
extern void psignal(int, const char *), psiginfo(const siginfo_t *, const char *);
extern int pthread_kill(unsigned long, int);
#endif
#ifdef _GNU_SOURCE
#include <ucontext.h>
extern int sigandset(sigset_t *, const sigset_t *, const sigset_t *);
extern int sigorset(sigset_t *, const sigset_t *, const sigset_t *), sigisemptyset(const sigset_t *);
extern __sighandler_t sigset(int, __sighandler_t);
extern int sighold(int), sigrelse(int), sigignore(int), sigpause(int);
extern int pthread_sigqueue(unsigned long, int, const union sigval), tgkill(pid_t, pid_t, int);
#endif
#endif
