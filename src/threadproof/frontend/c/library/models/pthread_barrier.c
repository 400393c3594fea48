/* Barriers. Word 0: how many threads have to arrive; word 1: how many have; word 2: a bit mask of those that wait. The last one
   clears both, which lets the others go. A mask, unlike a count of rounds, keeps the states finite, and is right also where more
   threads use the barrier than it waits for. Word 3, in programs that destroy barriers: a mask of those that may go and have not gone. */
#include "intrinsics.h"
#include <errno.h>
#include <pthread.h>

#define ENDS __tp_calls("pthread_barrier_destroy")

//: modelled: no thread has arrived
int pthread_barrier_init(pthread_barrier_t *restrict barrier, const pthread_barrierattr_t *restrict attribute, unsigned count) {
    unsigned *word = (unsigned *)barrier;
    if (count == 0)
        return EINVAL;
    __tp_atomic_begin();
    word[0] = count; //! initialises $
    word[1] = 0; //! -
    word[2] = 0; //! -
    if (ENDS)
        word[3] = 0; //! -
    __tp_release(word + 1);
    __tp_atomic_end();
    return 0;
}

//: modelled: waits until the threads that may go on have left the barrier (as in glibc)
int pthread_barrier_destroy(pthread_barrier_t *barrier) {
    __tp_atomic_begin();
    __tp_await(((unsigned *)barrier)[3] == 0);
    __tp_acquire((unsigned *)barrier + 3);
    __tp_atomic_end();
    return 0;
}

//: modelled: waits until as many threads have arrived as the barrier asks for; the last to arrive is the serial one (as in glibc)
int pthread_barrier_wait(pthread_barrier_t *barrier) {
    unsigned *word = (unsigned *)barrier;
    unsigned me = __tp_self();
    if (me >= 32)
        __tp_cut("more than 32 threads use barriers");
    unsigned mine = 1U << me;
    __tp_atomic_begin();
    unsigned arrived = word[1] + 1;
    _Bool last = arrived >= word[0];
    word[1] = last ? 0 : arrived; //! arrives at $
    if (ENDS && last)
        word[3] |= word[2]; //! -
    word[2] = last ? 0 : word[2] | mine; //! -
    __tp_release(word + 1);
    if (last) { // who leaves has seen all that have arrived
        __tp_acquire(word + 1);
        __tp_release(word + 2);
    }
    __tp_atomic_end();
    if (last)
        return PTHREAD_BARRIER_SERIAL_THREAD;
    __tp_atomic_begin();
    __tp_await((word[2] & mine) == 0);
    __tp_acquire(word + 2);
    if (ENDS)
        word[3] &= ~mine; //! -
    __tp_release(word + 3);
    __tp_atomic_end();
    return 0;
}

//: modelled: attributes are remembered and have no effect
int pthread_barrierattr_init(pthread_barrierattr_t *attribute) {
    *(int *)attribute = 0;
    return 0;
}

int pthread_barrierattr_destroy(pthread_barrierattr_t *attribute) {
    return 0;
}

int pthread_barrierattr_setpshared(pthread_barrierattr_t *attribute, int shared) {
    *(int *)attribute = shared;
    return 0;
}

int pthread_barrierattr_getpshared(const pthread_barrierattr_t *restrict attribute, int *restrict shared) {
    *shared = *(const int *)attribute;
    return 0;
}
