#ifndef __TP_SEMAPHORE_H
#define __TP_SEMAPHORE_H
#include <time.h>
#ifdef __LP64__
#define __TP_SEM_WORDS 8
#else
#define __TP_SEM_WORDS 4
#endif
typedef union {
    int __words[__TP_SEM_WORDS];
    long __align;
} sem_t;
#define SEM_FAILED ((sem_t *)0)
#define SEM_VALUE_MAX 2147483647
extern int sem_init(sem_t *, int, unsigned);
extern int sem_destroy(sem_t *);
extern sem_t *sem_open(const char *, int, ...);
extern int sem_close(sem_t *), sem_unlink(const char *);
extern int sem_wait(sem_t *), sem_trywait(sem_t *), sem_post(sem_t *);
extern int sem_timedwait(sem_t *restrict, const struct timespec *restrict);
extern int sem_getvalue(sem_t *restrict, int *restrict);
#endif
