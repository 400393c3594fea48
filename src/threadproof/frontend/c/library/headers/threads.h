#ifndef __TP_THREADS_H
#define __TP_THREADS_H
#include <time.h>
#ifdef __LP64__
#define __TP_MTX_WORDS 10
#else
#define __TP_MTX_WORDS 6
#endif
#define thread_local _Thread_local
#define ONCE_FLAG_INIT {0}
#define TSS_DTOR_ITERATIONS 4
typedef unsigned long thrd_t;
typedef unsigned tss_t;
typedef struct {
    int __words[1];
} once_flag;
typedef union {
    int __words[__TP_MTX_WORDS];
    long __align;
} mtx_t;
typedef union {
    int __words[12];
    long __align;
} cnd_t;
typedef int (*thrd_start_t)(void *);
typedef void (*tss_dtor_t)(void *);
enum { thrd_success, thrd_busy, thrd_error, thrd_nomem, thrd_timedout };
enum { mtx_plain, mtx_recursive, mtx_timed };
extern int thrd_create(thrd_t *, thrd_start_t, void *);
extern thrd_t thrd_current(void);
extern int thrd_detach(thrd_t), thrd_equal(thrd_t, thrd_t), thrd_join(thrd_t, int *);
extern _Noreturn void thrd_exit(int);
extern int thrd_sleep(const struct timespec *, struct timespec *);
extern void thrd_yield(void);
extern int mtx_init(mtx_t *, int), mtx_lock(mtx_t *), mtx_trylock(mtx_t *), mtx_unlock(mtx_t *);
extern int mtx_timedlock(mtx_t *restrict, const struct timespec *restrict);
extern void mtx_destroy(mtx_t *);
extern int cnd_init(cnd_t *), cnd_signal(cnd_t *), cnd_broadcast(cnd_t *), cnd_wait(cnd_t *, mtx_t *);
extern int cnd_timedwait(cnd_t *restrict, mtx_t *restrict, const struct timespec *restrict);
extern void cnd_destroy(cnd_t *);
extern void call_once(once_flag *, void (*)(void));
extern int tss_create(tss_t *, tss_dtor_t), tss_set(tss_t, void *);
extern void *tss_get(tss_t);
extern void tss_delete(tss_t);
#endif
