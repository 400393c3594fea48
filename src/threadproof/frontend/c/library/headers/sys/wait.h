#ifndef __TP_SYS_WAIT_H
#define __TP_SYS_WAIT_H
#include <signal.h>
#include <sys/types.h>
#define WNOHANG 1
#define WUNTRACED 2
#define WSTOPPED 2
#define WEXITED 4
#define WCONTINUED 8
#define WNOWAIT 0x1000000
#define __WNOTHREAD 0x20000000
#define __WALL 0x40000000
#define __WCLONE 0x80000000
#define WTERMSIG(status) ((status) & 127)
#define WSTOPSIG(status) WEXITSTATUS(status)
#define WEXITSTATUS(status) (((status) >> 8) & 255)
#define WIFEXITED(status) (WTERMSIG(status) == 0)
#define WIFSIGNALED(status) (WTERMSIG(status) != 0 && WTERMSIG(status) != 127)
#define WIFSTOPPED(status) (((status) & 255) == 127)
#define WIFCONTINUED(status) ((status) == 65535)
#define WCOREDUMP(status) ((status) & 128)
typedef enum { P_ALL, P_PID, P_PGID, P_PIDFD } idtype_t;
struct rusage;
extern pid_t wait(int *), waitpid(pid_t, int *, int), wait3(int *, int, struct rusage *);
extern pid_t wait4(pid_t, int *, int, struct rusage *);
extern int waitid(idtype_t, id_t, siginfo_t *, int);
#endif
