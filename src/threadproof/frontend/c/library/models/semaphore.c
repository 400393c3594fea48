/* Semaphores: word 0 is the value, or less than 0 when it was destroyed. */
#include "intrinsics.h"
#include <errno.h>
#include <semaphore.h>

#define CANCELS __tp_calls("pthread_cancel")
#define DESTROYED (-1)
#define REQUIRE(value)                                                                                                                       \
    if (__tp_calls("sem_destroy"))                                                                                                           \
    __tp_check((value) >= 0, "invalid-call", "a semaphore is used that was destroyed or never initialised")

//: modelled: sets the value
int sem_init(sem_t *semaphore, int shared, unsigned value) {
    if (value > SEM_VALUE_MAX) {
        errno = EINVAL;
        return -1;
    }
    __tp_atomic_begin();
    *(int *)semaphore = (int)value;
    __tp_release((int *)semaphore);
    __tp_atomic_end();
    return 0;
}

//: modelled: its use is undefined until it is initialised again
int sem_destroy(sem_t *semaphore) {
    int *word = (int *)semaphore;
    __tp_atomic_begin();
    REQUIRE(*word);
    *word = DESTROYED; //! destroys $
    __tp_atomic_end();
    return 0;
}

extern _Bool __tp_interruptible(void), __tp_was_struck(void), __tp_cancelled(void);
extern void __tp_cancel(void);
extern void __tp_begin_wait(_Bool restarts), __tp_end_wait(void);

/* In a program that handles signals: 0, EINTR, or `late` where there is a time limit. */
static int __tp_semaphore_wait(int *word, int late) {
    __tp_begin_wait(1);
    __tp_atomic_begin();
    int value = *word;
    REQUIRE(value);
    _Bool struck = __tp_was_struck();
    _Bool cancelled = CANCELS && !late && !struck && value <= 0 && __tp_cancelled();
    __tp_await(late || struck || value > 0 || cancelled);
    _Bool takes = value > 0 && !(struck && __VERIFIER_nondet_bool());
    if (takes)
        *word = value - 1;
    __tp_end_wait();
    __tp_atomic_end();
    if (CANCELS && cancelled)
        __tp_cancel();
    return takes ? 0 : struck && (!late || __VERIFIER_nondet_bool()) ? EINTR : late;
}

//: modelled: one atomic step, possible when the value is positive: decreases it; EINTR where a handler has interrupted it
int sem_wait(sem_t *semaphore) {
    int *word = (int *)semaphore;
    if (__tp_interruptible()) {
        int error = __tp_semaphore_wait(word, 0);
        if (error)
            errno = error;
        return error ? -1 : 0;
    }
    __tp_atomic_begin();
    int value = *word;
    REQUIRE(value);
    _Bool cancelled = CANCELS && value <= 0 && __tp_cancelled();
    __tp_await(value > 0 || cancelled);
    if (!cancelled) {
        *word = value - 1;
        __tp_acquire(word);
    }
    __tp_atomic_end();
    if (CANCELS && cancelled)
        __tp_cancel();
    return 0;
}

static int __tp_semaphore_try(sem_t *semaphore, int error) {
    int *word = (int *)semaphore;
    __tp_atomic_begin();
    int value = *word;
    REQUIRE(value);
    if (value > 0) {
        *word = value - 1;
        __tp_acquire(word);
    } else {
        __tp_look(word);
    }
    __tp_atomic_end();
    if (value > 0)
        return 0;
    errno = error;
    return -1;
}

//: modelled: one atomic step; fails with EAGAIN exactly when the value is 0
int sem_trywait(sem_t *semaphore) {
    return __tp_semaphore_try(semaphore, EAGAIN);
}

//: modelled: one atomic step; may time out whenever the value is 0; EINTR where a handler has interrupted it
int sem_timedwait(sem_t *restrict semaphore, const struct timespec *restrict until) {
    if (!__tp_interruptible())
        return __tp_semaphore_try(semaphore, ETIMEDOUT);
    int error = __tp_semaphore_wait((int *)semaphore, ETIMEDOUT);
    if (error)
        errno = error;
    return error ? -1 : 0;
}

//: modelled: one atomic step: increases the value, unless it is the largest one
int sem_post(sem_t *semaphore) {
    int *word = (int *)semaphore;
    __tp_atomic_begin();
    int value = *word;
    REQUIRE(value);
    if (value < SEM_VALUE_MAX)
        *word = value + 1;
    __tp_release(word);
    __tp_atomic_end();
    if (value < SEM_VALUE_MAX)
        return 0;
    errno = EOVERFLOW;
    return -1;
}

//: modelled: the value, read in one atomic step
int sem_getvalue(sem_t *restrict semaphore, int *restrict result) {
    __tp_atomic_begin();
    int value = *(int *)semaphore;
    REQUIRE(value);
    __tp_look((int *)semaphore);
    __tp_atomic_end();
    *result = value;
    return 0;
}

//: approximated: named semaphores are not explored, so the verdict cannot be TRUE
sem_t *sem_open(const char *name, int flags, ...) {
    __tp_cut("named semaphores are not modelled");
}

int sem_close(sem_t *semaphore) {
    __tp_cut("named semaphores are not modelled");
}

int sem_unlink(const char *name) {
    __tp_cut("named semaphores are not modelled");
}
