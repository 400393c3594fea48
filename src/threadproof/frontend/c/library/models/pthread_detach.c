/* Threads that no thread may join or detach any more. Only programs that detach threads, or join the same handle at two places, keep
   account of them: see `__tp_calls` and `__tp_repeats`. */
#include "intrinsics.h"
#include <pthread.h>

#define MOST 1024
static _Bool __tp_gone[MOST];

_Bool __tp_let_go(unsigned number) {
    __tp_check(number < 10000, "invalid-call", "the handle to join or detach is no thread");
    if (number >= MOST)
        __tp_cut("more than 1024 threads, some of them detached or joined at two places");
    __tp_atomic_begin();
    _Bool gone = __tp_gone[number];
    __tp_gone[number] = 1;
    __tp_atomic_end();
    return !gone;
}

//: modelled: joining or detaching the thread is undefined from now on
int pthread_detach(pthread_t thread) {
    _Bool first = __tp_let_go((unsigned)thread - 1);
    __tp_check(first, "invalid-call", "a thread is detached that was joined or detached before");
    return 0;
}
