#include "intrinsics.h"
#include <errno.h>

static _Thread_local int __tp_errno;

//: modelled: errno is an int of the calling thread, 0 at first
int *__errno_location(void) {
    return &__tp_errno;
}

/* Programs that never mention errno are spared the choice. No system has more than 255 errors. */
//: approximated: the call fails, and errno is any positive value
int __tp_failed(int result) {
    if (__tp_calls("__errno_location")) {
        unsigned char error = __VERIFIER_nondet_uchar();
        __tp_assume(error > 0);
        __tp_errno = error;
    }
    return result;
}

//: approximated: the call fails as above, or there is no more input, and errno stays what it was
int __tp_ended(int result) {
    return __tp_calls("__errno_location") && __VERIFIER_nondet_bool() ? __tp_failed(result) : result;
}
