/* Objects have the sizes that glibc gives them, so that the models fit both these declarations and preprocessed programs. */
#ifndef __TP_PTHREAD_H
#define __TP_PTHREAD_H
#include <sched.h>
#include <stddef.h>
#include <time.h>

#ifdef __LP64__
#define __TP_SIZES(ilp32, lp64) lp64
#define __TP_MUTEX_OF(kind) {{0, 0, 0, 0, kind}}
#else
#define __TP_SIZES(ilp32, lp64) ilp32
#define __TP_MUTEX_OF(kind) {{0, 0, 0, kind}}
#endif
#define __TP_OBJECT(ilp32, lp64)                                                                                                 \
    union {                                                                                                                      \
        int __words[__TP_SIZES(ilp32, lp64) / 4];                                                                                \
        long __align;                                                                                                            \
    }

typedef unsigned long pthread_t;
typedef unsigned pthread_key_t;
typedef int pthread_once_t;
typedef volatile int pthread_spinlock_t;
typedef __TP_OBJECT(24, 40) pthread_mutex_t;
typedef __TP_OBJECT(48, 48) pthread_cond_t;
typedef __TP_OBJECT(32, 56) pthread_rwlock_t;
typedef __TP_OBJECT(20, 32) pthread_barrier_t;
typedef __TP_OBJECT(36, 56) pthread_attr_t;
typedef __TP_OBJECT(8, 8) pthread_rwlockattr_t;
typedef struct {
    int __words[1];
} pthread_mutexattr_t, pthread_condattr_t, pthread_barrierattr_t;

#define PTHREAD_MUTEX_INITIALIZER {{0}}
#define PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP __TP_MUTEX_OF(PTHREAD_MUTEX_RECURSIVE)
#define PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP __TP_MUTEX_OF(PTHREAD_MUTEX_ERRORCHECK)
#define PTHREAD_ADAPTIVE_MUTEX_INITIALIZER_NP {{0}}
#define PTHREAD_COND_INITIALIZER {{0}}
#define PTHREAD_RWLOCK_INITIALIZER {{0}}
#define PTHREAD_ONCE_INIT 0
#define PTHREAD_BARRIER_SERIAL_THREAD (-1)
#define PTHREAD_CANCELED ((void *)-1)

enum { PTHREAD_CREATE_JOINABLE, PTHREAD_CREATE_DETACHED };
enum { PTHREAD_INHERIT_SCHED, PTHREAD_EXPLICIT_SCHED };
enum { PTHREAD_SCOPE_SYSTEM, PTHREAD_SCOPE_PROCESS };
enum { PTHREAD_PROCESS_PRIVATE, PTHREAD_PROCESS_SHARED };
enum { PTHREAD_CANCEL_ENABLE, PTHREAD_CANCEL_DISABLE };
enum { PTHREAD_CANCEL_DEFERRED, PTHREAD_CANCEL_ASYNCHRONOUS };
enum { PTHREAD_PRIO_NONE, PTHREAD_PRIO_INHERIT, PTHREAD_PRIO_PROTECT };
enum { PTHREAD_MUTEX_STALLED, PTHREAD_MUTEX_ROBUST };
enum {
    PTHREAD_MUTEX_NORMAL,
    PTHREAD_MUTEX_RECURSIVE,
    PTHREAD_MUTEX_ERRORCHECK,
    PTHREAD_MUTEX_ADAPTIVE_NP,
    PTHREAD_MUTEX_DEFAULT = PTHREAD_MUTEX_NORMAL,
    PTHREAD_MUTEX_TIMED_NP = PTHREAD_MUTEX_NORMAL,
    PTHREAD_MUTEX_FAST_NP = PTHREAD_MUTEX_NORMAL,
    PTHREAD_MUTEX_RECURSIVE_NP = PTHREAD_MUTEX_RECURSIVE,
    PTHREAD_MUTEX_ERRORCHECK_NP = PTHREAD_MUTEX_ERRORCHECK
};
enum { PTHREAD_RWLOCK_PREFER_READER_NP, PTHREAD_RWLOCK_PREFER_WRITER_NP, PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP };

/* threads */
extern int pthread_create(pthread_t *restrict, const pthread_attr_t *restrict, void *(*)(void *), void *restrict);
extern int pthread_join(pthread_t, void **), pthread_detach(pthread_t), pthread_tryjoin_np(pthread_t, void **);
extern int pthread_timedjoin_np(pthread_t, void **, const struct timespec *);
extern _Noreturn void pthread_exit(void *);
extern pthread_t pthread_self(void);
extern int pthread_equal(pthread_t, pthread_t);
extern int pthread_once(pthread_once_t *, void (*)(void));
extern int pthread_yield(void);
extern int pthread_atfork(void (*)(void), void (*)(void), void (*)(void));
extern int pthread_getconcurrency(void), pthread_setconcurrency(int);
extern int pthread_getcpuclockid(pthread_t, clockid_t *);
extern int pthread_getschedparam(pthread_t, int *restrict, struct sched_param *restrict);
extern int pthread_setschedparam(pthread_t, int, const struct sched_param *), pthread_setschedprio(pthread_t, int);
#ifdef _GNU_SOURCE
extern int pthread_setname_np(pthread_t, const char *), pthread_getname_np(pthread_t, char *, size_t);
extern int pthread_setaffinity_np(pthread_t, size_t, const cpu_set_t *), pthread_getaffinity_np(pthread_t, size_t, cpu_set_t *);
extern int pthread_getattr_np(pthread_t, pthread_attr_t *);
extern int pthread_attr_setaffinity_np(pthread_attr_t *, size_t, const cpu_set_t *);
extern int pthread_attr_getaffinity_np(const pthread_attr_t *, size_t, cpu_set_t *);
extern int pthread_mutexattr_setkind_np(pthread_mutexattr_t *, int);
#endif

/* cancellation */
extern int pthread_cancel(pthread_t);
extern void pthread_testcancel(void);
extern int pthread_setcancelstate(int, int *), pthread_setcanceltype(int, int *);
extern void __tp_cleanup_push(void (*)(void *), void *), __tp_cleanup_pop(int);
#define pthread_cleanup_push(routine, argument)                                                                                  \
    do {                                                                                                                         \
        __tp_cleanup_push(routine, argument)
#define pthread_cleanup_pop(execute)                                                                                             \
        __tp_cleanup_pop(execute);                                                                                               \
    } while (0)

/* thread attributes */
extern int pthread_attr_init(pthread_attr_t *), pthread_attr_destroy(pthread_attr_t *);
extern int pthread_attr_setdetachstate(pthread_attr_t *, int), pthread_attr_getdetachstate(const pthread_attr_t *, int *);
extern int pthread_attr_setscope(pthread_attr_t *, int), pthread_attr_getscope(const pthread_attr_t *restrict, int *restrict);
extern int pthread_attr_setinheritsched(pthread_attr_t *, int);
extern int pthread_attr_getinheritsched(const pthread_attr_t *restrict, int *restrict);
extern int pthread_attr_setschedpolicy(pthread_attr_t *, int);
extern int pthread_attr_getschedpolicy(const pthread_attr_t *restrict, int *restrict);
extern int pthread_attr_setschedparam(pthread_attr_t *restrict, const struct sched_param *restrict);
extern int pthread_attr_getschedparam(const pthread_attr_t *restrict, struct sched_param *restrict);
extern int pthread_attr_setguardsize(pthread_attr_t *, size_t), pthread_attr_getguardsize(const pthread_attr_t *restrict, size_t *restrict);
extern int pthread_attr_setstacksize(pthread_attr_t *, size_t), pthread_attr_getstacksize(const pthread_attr_t *restrict, size_t *restrict);
extern int pthread_attr_setstack(pthread_attr_t *, void *, size_t);
extern int pthread_attr_getstack(const pthread_attr_t *restrict, void **restrict, size_t *restrict);
extern int pthread_attr_setstackaddr(pthread_attr_t *, void *);
extern int pthread_attr_getstackaddr(const pthread_attr_t *restrict, void **restrict);

/* mutexes */
extern int pthread_mutex_init(pthread_mutex_t *restrict, const pthread_mutexattr_t *restrict);
extern int pthread_mutex_destroy(pthread_mutex_t *);
extern int pthread_mutex_lock(pthread_mutex_t *), pthread_mutex_trylock(pthread_mutex_t *), pthread_mutex_unlock(pthread_mutex_t *);
extern int pthread_mutex_timedlock(pthread_mutex_t *restrict, const struct timespec *restrict);
extern int pthread_mutex_clocklock(pthread_mutex_t *restrict, clockid_t, const struct timespec *restrict);
extern int pthread_mutex_consistent(pthread_mutex_t *);
extern int pthread_mutex_setprioceiling(pthread_mutex_t *restrict, int, int *restrict);
extern int pthread_mutex_getprioceiling(const pthread_mutex_t *restrict, int *restrict);
extern int pthread_mutexattr_setprioceiling(pthread_mutexattr_t *, int);
extern int pthread_mutexattr_getprioceiling(const pthread_mutexattr_t *restrict, int *restrict);
extern int pthread_mutexattr_init(pthread_mutexattr_t *), pthread_mutexattr_destroy(pthread_mutexattr_t *);
extern int pthread_mutexattr_settype(pthread_mutexattr_t *, int);
extern int pthread_mutexattr_gettype(const pthread_mutexattr_t *restrict, int *restrict);
extern int pthread_mutexattr_setpshared(pthread_mutexattr_t *, int);
extern int pthread_mutexattr_getpshared(const pthread_mutexattr_t *restrict, int *restrict);
extern int pthread_mutexattr_setprotocol(pthread_mutexattr_t *, int);
extern int pthread_mutexattr_getprotocol(const pthread_mutexattr_t *restrict, int *restrict);
extern int pthread_mutexattr_setrobust(pthread_mutexattr_t *, int);
extern int pthread_mutexattr_getrobust(const pthread_mutexattr_t *restrict, int *restrict);

/* condition variables */
extern int pthread_cond_init(pthread_cond_t *restrict, const pthread_condattr_t *restrict);
extern int pthread_cond_destroy(pthread_cond_t *);
extern int pthread_cond_wait(pthread_cond_t *restrict, pthread_mutex_t *restrict);
extern int pthread_cond_timedwait(pthread_cond_t *restrict, pthread_mutex_t *restrict, const struct timespec *restrict);
extern int pthread_cond_clockwait(pthread_cond_t *restrict, pthread_mutex_t *restrict, clockid_t, const struct timespec *restrict);
extern int pthread_cond_signal(pthread_cond_t *), pthread_cond_broadcast(pthread_cond_t *);
extern int pthread_condattr_init(pthread_condattr_t *), pthread_condattr_destroy(pthread_condattr_t *);
extern int pthread_condattr_setclock(pthread_condattr_t *, clockid_t);
extern int pthread_condattr_getclock(const pthread_condattr_t *restrict, clockid_t *restrict);
extern int pthread_condattr_setpshared(pthread_condattr_t *, int);
extern int pthread_condattr_getpshared(const pthread_condattr_t *restrict, int *restrict);

/* reader-writer locks */
extern int pthread_rwlock_init(pthread_rwlock_t *restrict, const pthread_rwlockattr_t *restrict);
extern int pthread_rwlock_destroy(pthread_rwlock_t *);
extern int pthread_rwlock_rdlock(pthread_rwlock_t *), pthread_rwlock_tryrdlock(pthread_rwlock_t *);
extern int pthread_rwlock_timedrdlock(pthread_rwlock_t *restrict, const struct timespec *restrict);
extern int pthread_rwlock_wrlock(pthread_rwlock_t *), pthread_rwlock_trywrlock(pthread_rwlock_t *);
extern int pthread_rwlock_timedwrlock(pthread_rwlock_t *restrict, const struct timespec *restrict);
extern int pthread_rwlock_unlock(pthread_rwlock_t *);
extern int pthread_rwlockattr_init(pthread_rwlockattr_t *), pthread_rwlockattr_destroy(pthread_rwlockattr_t *);
extern int pthread_rwlockattr_setpshared(pthread_rwlockattr_t *, int);
extern int pthread_rwlockattr_getpshared(const pthread_rwlockattr_t *restrict, int *restrict);
extern int pthread_rwlockattr_setkind_np(pthread_rwlockattr_t *, int);
extern int pthread_rwlockattr_getkind_np(const pthread_rwlockattr_t *restrict, int *restrict);

/* barriers and spin locks */
extern int pthread_barrier_init(pthread_barrier_t *restrict, const pthread_barrierattr_t *restrict, unsigned);
extern int pthread_barrier_destroy(pthread_barrier_t *), pthread_barrier_wait(pthread_barrier_t *);
extern int pthread_barrierattr_init(pthread_barrierattr_t *), pthread_barrierattr_destroy(pthread_barrierattr_t *);
extern int pthread_barrierattr_setpshared(pthread_barrierattr_t *, int);
extern int pthread_barrierattr_getpshared(const pthread_barrierattr_t *restrict, int *restrict);
extern int pthread_spin_init(pthread_spinlock_t *, int), pthread_spin_destroy(pthread_spinlock_t *);
extern int pthread_spin_lock(pthread_spinlock_t *), pthread_spin_trylock(pthread_spinlock_t *), pthread_spin_unlock(pthread_spinlock_t *);

/* thread-specific data */
extern int pthread_key_create(pthread_key_t *, void (*)(void *)), pthread_key_delete(pthread_key_t);
extern void *pthread_getspecific(pthread_key_t);
extern int pthread_setspecific(pthread_key_t, const void *);
#endif
