/* Cancellation is not modelled. Without pthread_cancel nothing is ever cancelled, so all but pthread_cancel itself and clean-up handlers
   (which would have to run in pthread_exit) is exact. */
#include "intrinsics.h"
#include <errno.h>
#include <pthread.h>

//: unsupported: cancelling a thread is not modelled
int pthread_cancel(pthread_t thread) {
    __tp_cut("pthread_cancel is not modelled");
}

//: approximated: clean-up handlers are not explored, so the verdict cannot be TRUE
void __tp_cleanup_push(void (*routine)(void *), void *argument) {
    __tp_cut("pthread_cleanup_push is not modelled");
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
