/* Spin locks: the owner (thread number + 1), or 0. Spinning is waiting, so a lock that never comes free is a deadlock.
   One that was destroyed has an owner that does not exist. */
#include "intrinsics.h"
#include <errno.h>
#include <pthread.h>

#define DESTROYED (-1)
#define REQUIRE(value)                                                                                                                       \
    if (__tp_calls("pthread_spin_destroy"))                                                                                                  \
    __tp_check((value) != DESTROYED, "invalid-call", "a spin lock is used that was destroyed")

//: modelled: the lock becomes free
int pthread_spin_init(pthread_spinlock_t *lock, int shared) {
    __tp_atomic_begin();
    *lock = 0; //! initialises $
    __tp_release((int *)lock);
    __tp_atomic_end();
    return 0;
}

//: modelled: its use is undefined until it is initialised again; undefined when a thread holds the lock
int pthread_spin_destroy(pthread_spinlock_t *lock) {
    __tp_atomic_begin();
    int value = *lock;
    REQUIRE(value);
    __tp_check(value == 0, "invalid-call", "a spin lock is destroyed that a thread holds");
    *lock = DESTROYED; //! destroys $
    __tp_acquire((int *)lock);
    __tp_release((int *)lock);
    __tp_atomic_end();
    return 0;
}

//: modelled: one atomic step, possible when the lock is free
int pthread_spin_lock(pthread_spinlock_t *lock) {
    int me = (int)__tp_self() + 1;
    __tp_atomic_begin();
    int value = *lock;
    REQUIRE(value);
    __tp_await(value == 0, value - 1);
    *lock = me; //! locks $
    __tp_acquire((int *)lock);
    __tp_atomic_end();
    return 0;
}

//: modelled: one atomic step; EBUSY exactly when the lock is held
int pthread_spin_trylock(pthread_spinlock_t *lock) {
    int me = (int)__tp_self() + 1;
    __tp_atomic_begin();
    int value = *lock;
    REQUIRE(value);
    _Bool vacant = value == 0;
    if (vacant) {
        *lock = me; //! locks $
        __tp_acquire((int *)lock);
    } else {
        __tp_look((int *)lock);
    }
    __tp_atomic_end();
    return vacant ? 0 : EBUSY;
}

//: modelled: one atomic step; undefined when another thread or none holds the lock
int pthread_spin_unlock(pthread_spinlock_t *lock) {
    int me = (int)__tp_self() + 1;
    __tp_atomic_begin();
    int value = *lock;
    REQUIRE(value);
    __tp_check(value == me, "invalid-call", "a spin lock is unlocked by a thread that does not hold it");
    *lock = 0; //! unlocks $
    __tp_release((int *)lock);
    __tp_atomic_end();
    return 0;
}
