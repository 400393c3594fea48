/* C11 threads, on top of the models of POSIX threads. Thread results travel as addresses. */
#include "intrinsics.h"
#include <errno.h>
#include <pthread.h>
#include <threads.h>
#include <time.h>

extern void __tp_mutex_reset(int *word, int kind);
extern _Bool __tp_let_go(unsigned number);

static int __tp_thrd_result(int error) {
    switch (error) {
    case 0:
        return thrd_success;
    case EBUSY:
        return thrd_busy;
    case ETIMEDOUT:
        return thrd_timedout;
    }
    return thrd_error;
}

//: modelled: starts the thread, then stores its handle; never fails
int thrd_create(thrd_t *handle, thrd_start_t start, void *argument) {
    __tp_atomic_begin();
    unsigned number = __tp_spawn((void *(*)(void *))start, argument);
    __tp_atomic_end();
    *handle = (thrd_t)number + 1; //! -
    return thrd_success;
}

//: modelled: waits until the thread has ended and stores its result; undefined if it was joined or detached before
int thrd_join(thrd_t thread, int *result) {
    unsigned number = (unsigned)thread - 1;
    __tp_check(thread != 0, "invalid-call", "the handle to join is no thread");
    if (number == __tp_self())
        return thrd_error;
    if (__tp_calls("thrd_detach") + __tp_repeats("thrd_join") > 0) {
        _Bool first = __tp_let_go(number);
        __tp_check(first, "invalid-call", "a thread is joined that was joined or detached before");
    }
    int value = (int)(long)__tp_join(number);
    if (result)
        *result = value;
    return thrd_success;
}

//: modelled: ends the calling thread with the given result
_Noreturn void thrd_exit(int result) {
    __tp_thread_exit((void *)(long)result);
}

//: modelled: the handle of the calling thread
thrd_t thrd_current(void) {
    return (thrd_t)__tp_self() + 1;
}

//: modelled: compares the handles
int thrd_equal(thrd_t first, thrd_t second) {
    return first == second;
}

//: modelled: joining or detaching the thread is undefined from now on
int thrd_detach(thrd_t thread) {
    _Bool first = __tp_let_go((unsigned)thread - 1);
    __tp_check(first, "invalid-call", "a thread is detached that was joined or detached before");
    return thrd_success;
}

//: modelled: as nanosleep; -1 where a handler has run, otherwise some negative number for what is no time
int thrd_sleep(const struct timespec *duration, struct timespec *remaining) {
    int error = nanosleep(duration, remaining);
    return error == 0 ? 0 : errno == EINTR ? -1 : -2;
}

//: ignored: every schedule is considered anyway
void thrd_yield(void) {
}

//: modelled: a free mutex, recursive if asked for
int mtx_init(mtx_t *mutex, int type) {
    __tp_mutex_reset((int *)mutex, type & mtx_recursive ? PTHREAD_MUTEX_RECURSIVE : PTHREAD_MUTEX_NORMAL);
    return thrd_success;
}

//: modelled: like pthread_mutex_lock
int mtx_lock(mtx_t *mutex) {
    return __tp_thrd_result(pthread_mutex_lock((pthread_mutex_t *)mutex));
}

//: modelled: like pthread_mutex_trylock; fails exactly when the mutex is held
int mtx_trylock(mtx_t *mutex) {
    return __tp_thrd_result(pthread_mutex_trylock((pthread_mutex_t *)mutex));
}

//: modelled: like pthread_mutex_timedlock; may time out whenever the mutex is held
int mtx_timedlock(mtx_t *restrict mutex, const struct timespec *restrict until) {
    return __tp_thrd_result(pthread_mutex_timedlock((pthread_mutex_t *)mutex, until));
}

//: modelled: like pthread_mutex_unlock
int mtx_unlock(mtx_t *mutex) {
    return __tp_thrd_result(pthread_mutex_unlock((pthread_mutex_t *)mutex));
}

//: modelled: like pthread_mutex_destroy
void mtx_destroy(mtx_t *mutex) {
    pthread_mutex_destroy((pthread_mutex_t *)mutex);
}

//: modelled: like the pthread_cond function of that name
int cnd_init(cnd_t *condition) {
    return __tp_thrd_result(pthread_cond_init((pthread_cond_t *)condition, 0));
}

int cnd_signal(cnd_t *condition) {
    return __tp_thrd_result(pthread_cond_signal((pthread_cond_t *)condition));
}

int cnd_broadcast(cnd_t *condition) {
    return __tp_thrd_result(pthread_cond_broadcast((pthread_cond_t *)condition));
}

int cnd_wait(cnd_t *condition, mtx_t *mutex) {
    return __tp_thrd_result(pthread_cond_wait((pthread_cond_t *)condition, (pthread_mutex_t *)mutex));
}

int cnd_timedwait(cnd_t *restrict condition, mtx_t *restrict mutex, const struct timespec *restrict until) {
    return __tp_thrd_result(pthread_cond_timedwait((pthread_cond_t *)condition, (pthread_mutex_t *)mutex, until));
}

//: modelled: like pthread_cond_destroy
void cnd_destroy(cnd_t *condition) {
    pthread_cond_destroy((pthread_cond_t *)condition);
}

//: modelled: like pthread_once
void call_once(once_flag *flag, void (*initialise)(void)) {
    pthread_once((pthread_once_t *)flag, initialise);
}

//: modelled: like the pthread function for thread-specific data
int tss_create(tss_t *key, tss_dtor_t destructor) {
    return __tp_thrd_result(pthread_key_create(key, destructor));
}

int tss_set(tss_t key, void *value) {
    return __tp_thrd_result(pthread_setspecific(key, value));
}

void *tss_get(tss_t key) {
    return pthread_getspecific(key);
}

void tss_delete(tss_t key) {
    pthread_key_delete(key);
}
