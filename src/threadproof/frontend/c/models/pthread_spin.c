/* Spin locks: the owner (thread number + 1), or 0. Spinning is waiting, so a lock that never comes free is a deadlock. */
#include "intrinsics.h"
#include <errno.h>
#include <pthread.h>

//: modelled: the lock becomes free
int pthread_spin_init(pthread_spinlock_t *lock, int shared) {
    __tp_atomic_begin();
    *lock = 0;
    __tp_atomic_end();
    return 0;
}

//: modelled: no effect
int pthread_spin_destroy(pthread_spinlock_t *lock) {
    return 0;
}

//: modelled: one atomic step, possible when the lock is free
int pthread_spin_lock(pthread_spinlock_t *lock) {
    int me = (int)__tp_self() + 1;
    __tp_atomic_begin();
    __tp_await(*lock == 0);
    *lock = me;
    __tp_atomic_end();
    return 0;
}

//: modelled: one atomic step; EBUSY exactly when the lock is held
int pthread_spin_trylock(pthread_spinlock_t *lock) {
    int me = (int)__tp_self() + 1;
    __tp_atomic_begin();
    _Bool vacant = *lock == 0;
    if (vacant)
        *lock = me;
    __tp_atomic_end();
    return vacant ? 0 : EBUSY;
}

//: modelled: one atomic step; undefined when another thread or nobody holds the lock
int pthread_spin_unlock(pthread_spinlock_t *lock) {
    int me = (int)__tp_self() + 1;
    __tp_atomic_begin();
    __tp_check(*lock == me, "invalid-call", "a spin lock is unlocked by a thread that does not hold it");
    *lock = 0;
    __tp_atomic_end();
    return 0;
}
