#include <errno.h>

static _Thread_local int __tp_errno;

//: modelled: errno is an int of the calling thread, 0 at first
int *__errno_location(void) {
    return &__tp_errno;
}
