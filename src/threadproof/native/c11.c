/* The same functions under the names of C11. */
#include <threads.h>

static int result_of(int error) { return error == 0 ? thrd_success : error == EBUSY ? thrd_busy : error == ETIMEDOUT ? thrd_timedout : thrd_error; }

int __wrap_thrd_create(thrd_t *handle, thrd_start_t function, void *argument) {
    pthread_t thread;
    int result = create(&thread, (void *(*)(void *))function, argument);
    *handle = (thrd_t)thread;
    return result_of(result);
}

int __wrap_thrd_join(thrd_t handle, int *result) {
    void *value;
    int error = join((pthread_t)handle, &value);
    if (!error && result)
        *result = (int)(intptr_t)value;
    return result_of(error);
}

_Noreturn void __wrap_thrd_exit(int result) { end_thread((void *)(intptr_t)result); }
thrd_t __wrap_thrd_current(void) { return (thrd_t)me + 1; }
int __wrap_thrd_detach(thrd_t handle) { return thrd_success; }
int __wrap_thrd_sleep(const void *time, void *rest) { return 0; }
void __wrap_thrd_yield(void) {}

int __wrap_mtx_init(mtx_t *mutex, int type) {
    CALL(mutex);
    fresh(mutex)->kind = type & mtx_recursive ? PTHREAD_MUTEX_RECURSIVE : 0;
    return done(thrd_success);
}

int __wrap_mtx_lock(mtx_t *mutex) {
    CALL(mutex);
    return done(result_of(acquire(item(mutex))));
}

int __wrap_mtx_trylock(mtx_t *mutex) {
    CALL(mutex);
    return done(result_of(try(item(mutex))));
}

int __wrap_mtx_timedlock(mtx_t *mutex, const void *until) {
    CALL(mutex);
    return done(result_of(timed(item(mutex))));
}

int __wrap_mtx_unlock(mtx_t *mutex) {
    CALL(mutex);
    return done(result_of(release(item(mutex))));
}

void __wrap_mtx_destroy(mtx_t *mutex) {
    CALL(mutex);
    done(0);
}

FRESH(cnd_init, cnd_t *p)
int __wrap_cnd_wait(cnd_t *condition, mtx_t *mutex) { return done(result_of(await(NAME, condition, mutex, 0))); }

int __wrap_cnd_signal(cnd_t *condition) {
    CALL(condition);
    wake(condition, 0);
    return done(thrd_success);
}

int __wrap_cnd_broadcast(cnd_t *condition) {
    CALL(condition);
    wake(condition, 1);
    return done(thrd_success);
}

void __wrap_cnd_destroy(cnd_t *condition) {
    CALL(condition);
    done(0);
}
