/* Cancellation is not modelled. Without pthread_cancel nothing is ever cancelled, so all but pthread_cancel itself is exact. */
#include "intrinsics.h"
#include <errno.h>
#include <pthread.h>

//: unsupported: cancelling a thread is not modelled
int pthread_cancel(pthread_t thread) {
    __tp_cut("pthread_cancel is not modelled");
}

/* Clean-up handlers of the running thread that were pushed and not popped yet; pthread_exit runs them, last one first. */
#define HANDLERS 16
static _Thread_local unsigned __tp_pushed;
static _Thread_local void (*__tp_routine[HANDLERS])(void *);
static _Thread_local void *__tp_argument[HANDLERS];

static void __tp_cleanup(void) {
    while (__tp_pushed) {
        __tp_pushed--;
        __tp_routine[__tp_pushed](__tp_argument[__tp_pushed]);
    }
}

//: modelled: runs the handlers in pthread_exit; more than 16 at a time are not explored
void __tp_cleanup_push(void (*routine)(void *), void *argument) {
    __tp_at_thread_end(0, __tp_cleanup, routine);
    if (__tp_pushed == HANDLERS)
        __tp_cut("more than 16 clean-up handlers at a time");
    __tp_routine[__tp_pushed] = routine;
    __tp_argument[__tp_pushed] = argument;
    __tp_pushed++;
}

void __tp_cleanup_pop(int execute) {
    __tp_pushed--;
    if (execute)
        __tp_routine[__tp_pushed](__tp_argument[__tp_pushed]);
}

//: modelled: no effect, because no thread is ever cancelled
void pthread_testcancel(void) {
}

static _Thread_local int __tp_cancel_state, __tp_cancel_type;

int pthread_setcancelstate(int state, int *old) {
    if (state != PTHREAD_CANCEL_ENABLE && state != PTHREAD_CANCEL_DISABLE)
        return EINVAL;
    if (old)
        *old = __tp_cancel_state;
    __tp_cancel_state = state;
    return 0;
}

int pthread_setcanceltype(int type, int *old) {
    if (type != PTHREAD_CANCEL_DEFERRED && type != PTHREAD_CANCEL_ASYNCHRONOUS)
        return EINVAL;
    if (old)
        *old = __tp_cancel_type;
    __tp_cancel_type = type;
    return 0;
}
