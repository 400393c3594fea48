#include "intrinsics.h"
#include <errno.h>

static _Thread_local int __tp_errno;

//: modelled: errno is an int of the calling thread, 0 at first
int *__errno_location(void) {
    return &__tp_errno;
}

extern _Bool __tp_interrupted(_Bool restarts);

/* Programs that never mention errno are spared the choice. No system has more than 255 errors. EINTR is promised to mean that a handler has run. */
//: approximated: the call fails, and errno is any positive value; EINTR only where the handler of a signal has run meanwhile
int __tp_failed(int result) {
    if (__tp_calls("__errno_location")) {
        if (__tp_interrupted(1)) {
            __tp_errno = EINTR;
        } else {
            unsigned char error = __VERIFIER_nondet_uchar();
            __tp_assume(error > 0 && error != EINTR);
            __tp_errno = error;
        }
    }
    return result;
}

//: approximated: the call fails as above, or there is no more input, and errno stays what it was
int __tp_ended(int result) {
    return __tp_calls("__errno_location") && __VERIFIER_nondet_bool() ? __tp_failed(result) : result;
}
