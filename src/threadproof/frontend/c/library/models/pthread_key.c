/* Thread-specific data: a small thread-local table, indexed by keys that are never given out twice. */
#include "intrinsics.h"
#include <limits.h>
#include <pthread.h>

#define KEYS 16
static unsigned __tp_keys;
static void (*__tp_destructors[KEYS])(void *);
static _Thread_local void *__tp_specific[KEYS];

/* All values with a destructor, in any order; again while destructors leave new values behind. */
static void __tp_destroy(void) {
    for (int round = 0; round < PTHREAD_DESTRUCTOR_ITERATIONS; round++) {
        unsigned left = 0;
        for (unsigned key = 0; key < KEYS; key++)
            if (__tp_specific[key]) {
                __tp_atomic_begin();
                if (__tp_destructors[key])
                    left |= 1u << key;
                __tp_atomic_end();
            }
        if (!left)
            return;
        while (left) {
            unsigned key = 0;
            while (!(left >> key & 1) || (left >> key > 1 && __VERIFIER_nondet_bool()))
                key++;
            left &= ~(1u << key);
            void *value = __tp_specific[key];
            __tp_specific[key] = 0;
            __tp_atomic_begin();
            void (*destructor)(void *) = __tp_destructors[key];
            __tp_atomic_end();
            if (value && destructor)
                destructor(value);
        }
    }
    __tp_cut("destructors of thread-specific data leave new values behind again and again");
}

//: modelled: a new key; at the end of a thread its values are destroyed, in any order; more than 16 keys are not explored
int pthread_key_create(pthread_key_t *key, void (*destructor)(void *)) {
    __tp_at_thread_end(1, __tp_destroy, destructor);
    __tp_atomic_begin();
    unsigned number = __tp_keys;
    if (number >= KEYS)
        __tp_cut("more than 16 keys for thread-specific data");
    __tp_keys = number + 1;
    if (destructor)
        __tp_destructors[number] = destructor;
    __tp_atomic_end();
    *key = number;
    return 0;
}

//: modelled: values of the key are not destroyed any more
int pthread_key_delete(pthread_key_t key) {
    __tp_check(key < KEYS, "invalid-call", "no such key for thread-specific data");
    __tp_atomic_begin();
    if (__tp_destructors[key])
        __tp_destructors[key] = 0;
    __tp_atomic_end();
    return 0;
}

//: modelled: the calling thread's value, NULL at first
void *pthread_getspecific(pthread_key_t key) {
    __tp_check(key < KEYS, "invalid-call", "no such key for thread-specific data");
    return __tp_specific[key];
}

//: modelled: sets the calling thread's value
int pthread_setspecific(pthread_key_t key, const void *value) {
    __tp_check(key < KEYS, "invalid-call", "no such key for thread-specific data");
    __tp_specific[key] = (void *)value;
    return 0;
}
