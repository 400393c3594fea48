#ifndef __TP_UNISTD_H
#define __TP_UNISTD_H
#include <sys/types.h>
#define STDIN_FILENO 0
#define STDOUT_FILENO 1
#define STDERR_FILENO 2
#define _SC_PAGESIZE 30
#define _SC_NPROCESSORS_CONF 83
#define _SC_NPROCESSORS_ONLN 84
extern unsigned sleep(unsigned);
extern int usleep(useconds_t);
extern int pause(void);
extern unsigned alarm(unsigned);
extern _Noreturn void _exit(int);
extern pid_t fork(void);
extern pid_t getpid(void), getppid(void);
extern pid_t gettid(void);
extern long sysconf(int);
extern ssize_t read(int, void *, size_t), pread(int, void *, size_t, off_t);
extern ssize_t write(int, const void *, size_t), pwrite(int, const void *, size_t, off_t);
extern int close(int), dup(int), pipe(int[2]), fsync(int), ftruncate(int, off_t), unlink(const char *), access(const char *, int);
extern off_t lseek(int, off_t, int);
#define R_OK 4
#define W_OK 2
#define X_OK 1
#define F_OK 0
#ifndef SEEK_SET
#define SEEK_SET 0
#define SEEK_CUR 1
#define SEEK_END 2
#endif
#endif
