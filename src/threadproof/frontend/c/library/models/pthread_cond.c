/* Condition variables. With spurious wake-ups (the default) a waiter may return at any time, so waiting is unlocking and locking again,
   signals need not do anything, and the object is never accessed. Otherwise (__TP_WAITERS) the waiting threads are a bit mask in word 0:
   a waiter sets its own bit in the step that unlocks the mutex, and goes on when another thread has cleared it. For no-deadlock both are
   needed: a waiter may wake up spuriously, but nothing promises it, so each wait decides which of the two it is. In programs that destroy
   condition variables, word 1 is a mask of those that were woken and have not noticed; destroying takes it over, since the object may
   be gone when they do. */
#include "intrinsics.h"
#include <errno.h>
#include <pthread.h>

#define CANCELS __tp_calls("pthread_cancel")
extern _Bool __tp_cancelled(void);
extern void __tp_cancel(void);
extern void __tp_cancellation_point(_Bool acts);

#ifdef __TP_WAITERS
extern int __tp_mutex_take(int *word, int me);

static unsigned __tp_waiter(void) {
    unsigned me = __tp_self();
    if (me >= 32)
        __tp_cut("more than 32 threads use condition variables");
    return 1U << me;
}

#define ENDS (__tp_calls("pthread_cond_destroy") || __tp_calls("cnd_destroy"))
static unsigned __tp_outlived; /* woken threads whose condition variable was destroyed before they noticed */

/* Whether the thread was woken from a condition variable that may be gone. */
static _Bool __tp_outlives(unsigned mine) {
    if (!ENDS || !(__tp_outlived & mine))
        return 0;
    __tp_outlived &= ~mine;
    return 1;
}
#endif

//: modelled: no thread waits
int pthread_cond_init(pthread_cond_t *restrict condition, const pthread_condattr_t *restrict attribute) {
#ifdef __TP_WAITERS
    *(unsigned *)condition = 0; //! initialises $
    if (ENDS)
        ((unsigned *)condition)[1] = 0; //! -
#endif
    return 0;
}

//: modelled: no effect on threads that were woken
int pthread_cond_destroy(pthread_cond_t *condition) {
#ifdef __TP_WAITERS
    __tp_atomic_begin();
    __tp_outlived |= ((unsigned *)condition)[1];
    __tp_atomic_end();
#endif
    return 0;
}

//: modelled: releases the mutex, waits for a signal (or a spurious wake-up, where they are allowed), and takes the mutex again
int pthread_cond_wait(pthread_cond_t *restrict condition, pthread_mutex_t *restrict mutex) {
#ifdef __TP_SPURIOUS
#ifdef __TP_WAITERS
    if (__VERIFIER_nondet_bool()) //! -
#endif
    {
        int unlocked = pthread_mutex_unlock(mutex);
        if (unlocked)
            return unlocked;
        int locked = pthread_mutex_lock(mutex);
        if (CANCELS)
            __tp_cancellation_point(0); // it may have woken up before the request
        return locked;
    }
#endif
#ifdef __TP_WAITERS
    unsigned *word = (unsigned *)condition;
    unsigned mine = __tp_waiter();
    __tp_atomic_begin();
    int result = pthread_mutex_unlock(mutex);
    if (result == 0)
        *word |= mine; //! waits for $
    __tp_atomic_end();
    if (result)
        return result;
    _Bool cancelled = 0; // while it waits: no signal is lost with it
    __tp_atomic_begin();
    if (!__tp_outlives(mine)) {
        if (CANCELS && *word & mine) {
            cancelled = __tp_cancelled();
            __tp_await(cancelled);
            *word &= ~mine; //! stops to wait for $
        } else {
            __tp_await((*word & mine) == 0);
            __tp_acquire(word);
        }
        if (ENDS)
            word[1] &= ~mine; //! -
    }
    result = __tp_mutex_take((int *)mutex, (int)__tp_self() + 1);
    __tp_atomic_end();
    if (CANCELS && cancelled)
        __tp_cancel();
    return result;
#endif
}

/* A step taken while the bit is still set is the time-out; the thread stops waiting before it takes the mutex. */
//: modelled: like pthread_cond_wait, but may also return ETIMEDOUT at any time
int pthread_cond_timedwait(pthread_cond_t *restrict condition, pthread_mutex_t *restrict mutex, const struct timespec *restrict until) {
#ifndef __TP_WAITERS
    int result = pthread_mutex_unlock(mutex);
    if (result)
        return result;
    _Bool late = __VERIFIER_nondet_bool(); //! -
#else
    unsigned *word = (unsigned *)condition;
    unsigned mine = __tp_waiter();
    __tp_atomic_begin();
    int result = pthread_mutex_unlock(mutex);
    if (result == 0)
        *word |= mine; //! waits for $
    __tp_atomic_end();
    if (result)
        return result;
    __tp_atomic_begin();
    _Bool late = 0;
    if (!__tp_outlives(mine)) {
        late = (*word & mine) != 0;
        if (!late)
            __tp_acquire(word);
        *word &= ~mine; //! stops to wait for $
        if (ENDS)
            word[1] &= ~mine; //! -
    }
    __tp_atomic_end();
#ifdef __TP_SPURIOUS
    late = late && __VERIFIER_nondet_bool(); //! -
#endif
#endif
    result = pthread_mutex_lock(mutex);
    if (CANCELS)
        __tp_cancellation_point(0);
    return result ? result : late ? ETIMEDOUT : 0;
}

int pthread_cond_clockwait(pthread_cond_t *restrict condition, pthread_mutex_t *restrict mutex, clockid_t clock,
                           const struct timespec *restrict until) {
    return pthread_cond_timedwait(condition, mutex, until);
}

//: modelled: wakes one waiting thread, any of them; no effect where waiters may wake up by themselves
int pthread_cond_signal(pthread_cond_t *condition) {
#ifdef __TP_WAITERS
    unsigned *word = (unsigned *)condition;
    __tp_atomic_begin();
    unsigned waiting = *word;
    unsigned rest = waiting;
    __tp_release(word);
    while (rest) {
        unsigned lowest = rest & -rest;
        rest &= ~lowest;
        if (rest == 0 || __VERIFIER_nondet_bool()) { //! -
            *word = waiting & ~lowest; //! wakes one that waits for $
            if (ENDS)
                word[1] |= lowest; //! -
            break;
        }
    }
    __tp_atomic_end();
#endif
    return 0;
}

//: modelled: wakes all waiting threads; no effect where waiters may wake up by themselves
int pthread_cond_broadcast(pthread_cond_t *condition) {
#ifdef __TP_WAITERS
    unsigned *word = (unsigned *)condition;
    __tp_atomic_begin();
    if (ENDS)
        word[1] |= *word; //! -
    *word = 0; //! wakes all that wait for $
    __tp_release(word);
    __tp_atomic_end();
#endif
    return 0;
}

/* Bits of the attribute word: processes share it (0), the clock (from 1). */
//: modelled: attributes are remembered and have no effect
int pthread_condattr_init(pthread_condattr_t *attribute) {
    *(int *)attribute = 0;
    return 0;
}

int pthread_condattr_destroy(pthread_condattr_t *attribute) {
    return 0;
}

int pthread_condattr_setpshared(pthread_condattr_t *attribute, int shared) {
    *(int *)attribute = (*(int *)attribute & ~1) | (shared & 1);
    return 0;
}

int pthread_condattr_getpshared(const pthread_condattr_t *restrict attribute, int *restrict shared) {
    *shared = *(const int *)attribute & 1;
    return 0;
}

int pthread_condattr_setclock(pthread_condattr_t *attribute, clockid_t clock) {
    *(int *)attribute = (*(int *)attribute & 1) | (clock << 1);
    return 0;
}

int pthread_condattr_getclock(const pthread_condattr_t *restrict attribute, clockid_t *restrict clock) {
    *clock = *(const int *)attribute >> 1;
    return 0;
}
