/* Threads that nobody may join any more. Only programs that detach threads keep account of them: see `__tp_calls`. */
#include "intrinsics.h"
#include <pthread.h>

static _Bool __tp_detached[64];

void __tp_detach(unsigned number) {
    __tp_check(number < 64, "invalid-call", "the handle to detach is no thread");
    __tp_atomic_begin();
    __tp_detached[number] = 1;
    __tp_atomic_end();
}

void __tp_require_joinable(unsigned number) {
    __tp_check(number < 64, "invalid-call", "the handle to join is no thread");
    __tp_atomic_begin();
    _Bool detached = __tp_detached[number];
    __tp_atomic_end();
    __tp_check(!detached, "invalid-call", "a detached thread is joined");
}

//: modelled: joining the thread is undefined from now on
int pthread_detach(pthread_t thread) {
    __tp_detach((unsigned)thread - 1);
    return 0;
}
