/* Thread-specific data: a small thread-local table, indexed by keys that are never given out twice. */
#include "intrinsics.h"
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>

#define KEYS 16
static unsigned __tp_keys;
static void (*__tp_destructors[KEYS])(void *);
static _Thread_local void *__tp_specific[KEYS];

//: modelled: a new key; more than 16 of them are not explored
int pthread_key_create(pthread_key_t *key, void (*destructor)(void *)) {
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

//: modelled: no effect
int pthread_key_delete(pthread_key_t key) {
    return 0;
}

//: modelled: the calling thread's value, NULL at first
void *pthread_getspecific(pthread_key_t key) {
    __tp_check(key < KEYS, "invalid-call", "no such key for thread-specific data");
    return __tp_specific[key];
}

/* Destructors are not run when a thread ends. `free` would have no effect that a program can see; a value of main is never destroyed,
   because the program ends with it; any other destructor ends the exploration here. */
//: modelled: sets the calling thread's value; not explored where a destructor other than free would have to run at the end of the thread
int pthread_setspecific(pthread_key_t key, const void *value) {
    __tp_check(key < KEYS, "invalid-call", "no such key for thread-specific data");
    if (value && __tp_self() != 0) {
        __tp_atomic_begin();
        void (*destructor)(void *) = __tp_destructors[key];
        __tp_atomic_end();
        if (destructor && destructor != free)
            __tp_cut("destructors of thread-specific data are not run");
    }
    __tp_specific[key] = (void *)value;
    return 0;
}
