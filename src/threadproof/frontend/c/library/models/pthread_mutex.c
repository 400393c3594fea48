/* Mutexes. Word 0 is all that locking and unlocking touch: 0 when free, otherwise the owner (thread number + 1) in the low half and,
   for recursive mutexes, the number of further locks in the high half. The word KIND is where static initialisers put the kind; it
   is read only where it matters: when the mutex is found locked, or is unlocked by a thread that does not hold it. In word 0 of a
   mutex that was destroyed is an owner that does not exist. */
#include "intrinsics.h"
#include <errno.h>
#include <pthread.h>

#ifdef __LP64__
#define KIND 4
#else
#define KIND 3
#endif
#define OWNER 0xffff
#define ONE_MORE 0x10000
#define MOST 0x7fff0000
#define DESTROYED (-0x7fff0001) // no number of a thread, whatever its low half
#define ENDS (__tp_calls("pthread_mutex_destroy") || __tp_calls("mtx_destroy"))

static void __tp_mutex_exists(int value) {
    if (ENDS)
        __tp_check(value != DESTROYED, "invalid-call", "a mutex is used that was destroyed");
}

void __tp_mutex_reset(int *word, int kind) {
    __tp_atomic_begin();
    word[0] = 0; //! initialises $
    word[KIND] = kind; //! -
    __tp_release(word);
    __tp_atomic_end();
}

/* The kind is kept in the low bits of an attribute; see pthread_mutexattr.c. */
//: modelled: the mutex becomes free and of the kind that the attribute says
int pthread_mutex_init(pthread_mutex_t *restrict mutex, const pthread_mutexattr_t *restrict attribute) {
    __tp_mutex_reset((int *)mutex, attribute ? *(const int *)attribute & 3 : PTHREAD_MUTEX_NORMAL);
    return 0;
}

//: modelled: EBUSY for a locked mutex (as glibc), otherwise its use is undefined until it is initialised again
int pthread_mutex_destroy(pthread_mutex_t *mutex) {
    int *word = (int *)mutex;
    __tp_atomic_begin();
    int value = word[0];
    __tp_mutex_exists(value);
    if (value == 0) {
        word[0] = DESTROYED; //! destroys $
        __tp_acquire(word);
        __tp_release(word);
    }
    __tp_atomic_end();
    return value ? EBUSY : 0;
}

/* Inside the atomic section of a function that found the mutex locked, with `value`: what to return, or BLOCKED. */
#define BLOCKED (-1)
static int __tp_relock(int *word, int value, int me) {
    __tp_mutex_exists(value);
    if ((value & OWNER) != me)
        return BLOCKED;
    int kind = word[KIND] & 3;
    if (kind == PTHREAD_MUTEX_ERRORCHECK)
        return EDEADLK;
    if (kind != PTHREAD_MUTEX_RECURSIVE)
        return BLOCKED;
    if (value >= MOST)
        return EAGAIN;
    word[0] = value + ONE_MORE; //! locks $ once more
    return 0;
}

#ifdef __TP_HOLDERS
/* Only the low half is the owner of a mutex that counts how often it is locked. So the owner of any other one is told for any number
   of threads. */
static int __tp_mutex_owner(const int *word, int value) {
    return (word[KIND] & 3) == PTHREAD_MUTEX_RECURSIVE ? value & OWNER : value;
}
#endif

/* Inside of an atomic section: wait for the mutex and take it. */
int __tp_mutex_take(int *word, int me) {
    int result = 0;
    int value = word[0];
    if (value == 0) {
        word[0] = me; //! locks $
        __tp_acquire(word);
    } else {
        result = __tp_relock(word, value, me);
#ifdef __TP_HOLDERS
        __tp_await(result != BLOCKED, __tp_mutex_owner(word, value) - 1);
#else
        __tp_await(result != BLOCKED);
#endif
    }
    return result;
}

//: modelled: one atomic step, possible when the mutex is free (recursive: or held by the caller; error-checking: EDEADLK)
int pthread_mutex_lock(pthread_mutex_t *mutex) {
    int *word = (int *)mutex;
    int me = (int)__tp_self() + 1;
    __tp_atomic_begin();
    int result = __tp_mutex_take(word, me);
    __tp_atomic_end();
    return result;
}

/* A lock that answers `busy` instead of waiting. */
int __tp_mutex_try(pthread_mutex_t *mutex, int busy) {
    int *word = (int *)mutex;
    int me = (int)__tp_self() + 1;
    int result = 0;
    __tp_atomic_begin();
    int value = word[0];
    if (value == 0) {
        word[0] = me; //! locks $
        __tp_acquire(word);
    } else {
        result = __tp_relock(word, value, me);
        __tp_look(word);
    }
    __tp_atomic_end();
    return result == BLOCKED ? busy : result;
}

//: modelled: one atomic step; EBUSY exactly when the mutex is held (recursive: by another thread)
int pthread_mutex_trylock(pthread_mutex_t *mutex) {
    int result = __tp_mutex_try(mutex, EBUSY);
    return result == EDEADLK ? EBUSY : result;
}

/* Waiting is not being scheduled, so a step taken while the mutex is held is the time-out. */
//: modelled: one atomic step; takes the mutex when it is free, and may time out whenever it is held
int pthread_mutex_timedlock(pthread_mutex_t *restrict mutex, const struct timespec *restrict until) {
    return __tp_mutex_try(mutex, ETIMEDOUT);
}

int pthread_mutex_clocklock(pthread_mutex_t *restrict mutex, clockid_t clock, const struct timespec *restrict until) {
    return __tp_mutex_try(mutex, ETIMEDOUT);
}

//: modelled: one atomic step; by a thread that does not hold the mutex: EPERM for recursive and error-checking mutexes, otherwise undefined
int pthread_mutex_unlock(pthread_mutex_t *mutex) {
    int *word = (int *)mutex;
    int me = (int)__tp_self() + 1;
    int result = 0;
    __tp_atomic_begin();
    int value = word[0];
    if (value == me) {
        word[0] = 0; //! unlocks $
        __tp_release(word);
    } else if ((word[KIND] & 3) == PTHREAD_MUTEX_RECURSIVE && (value & OWNER) == me) {
        word[0] = value - ONE_MORE; //! unlocks $ once
    } else {
        int kind = word[KIND] & 3;
        __tp_mutex_exists(value);
        __tp_check(kind == PTHREAD_MUTEX_RECURSIVE || kind == PTHREAD_MUTEX_ERRORCHECK, "invalid-call",
                   "a mutex is unlocked by a thread that does not hold it");
        result = EPERM;
    }
    __tp_atomic_end();
    return result;
}

//: ignored: robust mutexes are not modelled, so there is no state to repair
int pthread_mutex_consistent(pthread_mutex_t *mutex) {
    return EINVAL;
}
