#ifndef __TP_UNISTD_H
#define __TP_UNISTD_H
#include <features.h>
#include <getopt.h>
#include <sys/types.h>
#define _POSIX_VERSION 200809L
#define _POSIX_JOB_CONTROL 1
#define _POSIX_SAVED_IDS 1
#define _POSIX_THREADS 200809L
#define _POSIX_TIMERS 200809L
#define _POSIX_CLOCK_SELECTION 200809L
#define _POSIX_MONOTONIC_CLOCK 0
#define _POSIX_CPUTIME 0
#define _POSIX_THREAD_CPUTIME 0
#define _POSIX_BARRIERS 200809L
#define _POSIX_READER_WRITER_LOCKS 200809L
#define _POSIX_SPIN_LOCKS 200809L
#define _POSIX_SEMAPHORES 200809L
#define _POSIX_TIMEOUTS 200809L
#define _POSIX_ASYNC_IO 1
#define _POSIX_MAPPED_FILES 200809L
#define _POSIX_SHARED_MEMORY_OBJECTS 200809L
#define _POSIX_MESSAGE_PASSING 200809L
#define _POSIX_THREAD_ATTR_STACKSIZE 200809L
#define _POSIX_THREAD_PRIORITY_SCHEDULING 200809L
#define _POSIX_THREAD_PROCESS_SHARED 200809L
#define _POSIX_VDISABLE 0
#define STDIN_FILENO 0
#define STDOUT_FILENO 1
#define STDERR_FILENO 2
#define R_OK 4
#define W_OK 2
#define X_OK 1
#define F_OK 0
#define F_ULOCK 0
#define F_LOCK 1
#define F_TLOCK 2
#define F_TEST 3
#define _SC_ARG_MAX 0
#define _SC_CHILD_MAX 1
#define _SC_CLK_TCK 2
#define _SC_NGROUPS_MAX 3
#define _SC_OPEN_MAX 4
#define _SC_STREAM_MAX 5
#define _SC_TZNAME_MAX 6
#define _SC_JOB_CONTROL 7
#define _SC_SAVED_IDS 8
#define _SC_REALTIME_SIGNALS 9
#define _SC_TIMERS 11
#define _SC_ASYNCHRONOUS_IO 12
#define _SC_MAPPED_FILES 16
#define _SC_MEMLOCK 17
#define _SC_MESSAGE_PASSING 20
#define _SC_SEMAPHORES 21
#define _SC_SHARED_MEMORY_OBJECTS 22
#define _SC_AIO_MAX 24
#define _SC_DELAYTIMER_MAX 26
#define _SC_MQ_OPEN_MAX 27
#define _SC_MQ_PRIO_MAX 28
#define _SC_VERSION 29
#define _SC_PAGESIZE 30
#define _SC_PAGE_SIZE 30
#define _SC_RTSIG_MAX 31
#define _SC_SEM_NSEMS_MAX 32
#define _SC_SEM_VALUE_MAX 33
#define _SC_SIGQUEUE_MAX 34
#define _SC_TIMER_MAX 35
#define _SC_LINE_MAX 43
#define _SC_IOV_MAX 60
#define _SC_THREADS 67
#define _SC_GETGR_R_SIZE_MAX 69
#define _SC_GETPW_R_SIZE_MAX 70
#define _SC_LOGIN_NAME_MAX 71
#define _SC_TTY_NAME_MAX 72
#define _SC_THREAD_DESTRUCTOR_ITERATIONS 73
#define _SC_THREAD_KEYS_MAX 74
#define _SC_THREAD_STACK_MIN 75
#define _SC_THREAD_THREADS_MAX 76
#define _SC_THREAD_PRIORITY_SCHEDULING 79
#define _SC_THREAD_PROCESS_SHARED 82
#define _SC_NPROCESSORS_CONF 83
#define _SC_NPROCESSORS_ONLN 84
#define _SC_PHYS_PAGES 85
#define _SC_AVPHYS_PAGES 86
#define _SC_ATEXIT_MAX 87
#define _SC_XOPEN_VERSION 89
#define _SC_BARRIERS 133
#define _SC_CLOCK_SELECTION 137
#define _SC_CPUTIME 138
#define _SC_THREAD_CPUTIME 139
#define _SC_MONOTONIC_CLOCK 149
#define _SC_READER_WRITER_LOCKS 153
#define _SC_SPIN_LOCKS 154
#define _SC_SYMLOOP_MAX 173
#define _SC_HOST_NAME_MAX 180
#define _SC_LEVEL1_DCACHE_SIZE 188
#define _SC_LEVEL1_DCACHE_ASSOC 189
#define _SC_LEVEL1_DCACHE_LINESIZE 190
#define _SC_LEVEL2_CACHE_SIZE 191
#define _SC_LEVEL2_CACHE_LINESIZE 193
#define _SC_LEVEL3_CACHE_SIZE 194
#define _SC_LEVEL3_CACHE_LINESIZE 196
#define _PC_LINK_MAX 0
#define _PC_MAX_CANON 1
#define _PC_MAX_INPUT 2
#define _PC_NAME_MAX 3
#define _PC_PATH_MAX 4
#define _PC_PIPE_BUF 5
#define _PC_CHOWN_RESTRICTED 6
#define _PC_NO_TRUNC 7
#define _PC_VDISABLE 8
#define _PC_SYNC_IO 9
#define _PC_ASYNC_IO 10
#define _PC_PRIO_IO 11
#define _PC_SOCK_MAXBUF 12
#define _PC_FILESIZEBITS 13
#define _PC_REC_INCR_XFER_SIZE 14
#define _PC_REC_MAX_XFER_SIZE 15
#define _PC_REC_MIN_XFER_SIZE 16
#define _PC_REC_XFER_ALIGN 17
#define _PC_ALLOC_SIZE_MIN 18
#define _PC_SYMLINK_MAX 19
#define _PC_2_SYMLINKS 20
#define _CS_PATH 0
#define _CS_GNU_LIBPTHREAD_VERSION 3
#define _CS_GNU_LIBC_VERSION 2
#ifndef SEEK_SET
#define SEEK_SET 0
#define SEEK_CUR 1
#define SEEK_END 2
#endif
#ifdef _GNU_SOURCE
extern char **environ;
#endif
extern char **__environ;
extern unsigned sleep(unsigned), alarm(unsigned);
extern int usleep(useconds_t), pause(void), nice(int);
extern useconds_t ualarm(useconds_t, useconds_t);
extern _Noreturn void _exit(int);
extern pid_t fork(void), vfork(void);
extern pid_t getpid(void), getppid(void), getpgrp(void), getpgid(pid_t);
extern int setpgid(pid_t, pid_t);
extern pid_t setsid(void), getsid(pid_t), tcgetpgrp(int);
extern int tcsetpgrp(int, pid_t);
extern uid_t getuid(void), geteuid(void);
extern gid_t getgid(void), getegid(void);
extern int setuid(uid_t), seteuid(uid_t), setgid(gid_t), setegid(gid_t), setreuid(uid_t, uid_t), setregid(gid_t, gid_t);
extern int getgroups(int, gid_t[]), setpgrp(void);
extern long sysconf(int), pathconf(const char *, int), fpathconf(int, int);
extern size_t confstr(int, char *, size_t);
extern ssize_t read(int, void *, size_t), pread(int, void *, size_t, off_t), write(int, const void *, size_t);
extern ssize_t pwrite(int, const void *, size_t, off_t);
extern off_t lseek(int, off_t, int);
extern int close(int), dup(int), dup2(int, int), pipe(int[2]), fsync(int), fdatasync(int), ftruncate(int, off_t);
extern int truncate(const char *, off_t), access(const char *, int), faccessat(int, const char *, int, int);
extern int unlink(const char *), unlinkat(int, const char *, int), link(const char *, const char *);
extern int linkat(int, const char *, int, const char *, int), symlink(const char *, const char *);
extern int symlinkat(const char *, int, const char *);
extern ssize_t readlink(const char *restrict, char *restrict, size_t);
extern ssize_t readlinkat(int, const char *restrict, char *restrict, size_t);
extern int rmdir(const char *), chdir(const char *), fchdir(int);
extern char *getcwd(char *, size_t), *getwd(char *);
extern int chown(const char *, uid_t, gid_t), fchown(int, uid_t, gid_t), lchown(const char *, uid_t, gid_t);
extern int fchownat(int, const char *, uid_t, gid_t, int), isatty(int);
extern char *ttyname(int);
extern int ttyname_r(int, char *, size_t), ttyslot(void), gethostname(char *, size_t), sethostname(const char *, size_t);
extern int getdomainname(char *, size_t), setdomainname(const char *, size_t);
extern char *getlogin(void);
extern int getlogin_r(char *, size_t), execl(const char *, const char *, ...), execle(const char *, const char *, ...);
extern int execlp(const char *, const char *, ...), execv(const char *, char *const[]);
extern int execve(const char *, char *const[], char *const[]), execvp(const char *, char *const[]);
extern int fexecve(int, char *const[], char *const[]), lockf(int, int, off_t);
extern void sync(void);
extern int chroot(const char *), daemon(int, int), getdtablesize(void), getpagesize(void);
extern long gethostid(void);
extern int sethostid(long), acct(const char *), brk(void *);
extern void *sbrk(intptr_t);
extern char *crypt(const char *, const char *), *getpass(const char *);
extern void swab(const void *restrict, void *restrict, ssize_t);
extern int vhangup(void), profil(unsigned short *, size_t, size_t, unsigned), getentropy(void *, size_t);
extern long syscall(long, ...);
#ifdef _GNU_SOURCE
extern pid_t gettid(void);
extern int pipe2(int[2], int), dup3(int, int, int), execvpe(const char *, char *const[], char *const[]);
extern int setresuid(uid_t, uid_t, uid_t), setresgid(gid_t, gid_t, gid_t), getresuid(uid_t *, uid_t *, uid_t *);
extern int getresgid(gid_t *, gid_t *, gid_t *);
extern char *get_current_dir_name(void);
extern int euidaccess(const char *, int), eaccess(const char *, int), syncfs(int);
extern ssize_t copy_file_range(int, off_t *, int, off_t *, size_t, unsigned);
#define TEMP_FAILURE_RETRY(expression)                                                                                            \
    __extension__({                                                                                                              \
        long __tp_result;                                                                                                        \
        do {                                                                                                                     \
            __tp_result = (long)(expression);                                                                                    \
        } while (__tp_result == -1 && *__errno_location() == 4);                                                                 \
        __tp_result;                                                                                                             \
    })
extern int *__errno_location(void);
#endif
#endif
