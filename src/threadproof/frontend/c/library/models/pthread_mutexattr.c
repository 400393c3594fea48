/* Mutex attributes: one word with the kind in bits 0-1, the protocol in bits 2-3, and whether processes share it in bit 4. */
#include "intrinsics.h"
#include <errno.h>
#include <pthread.h>

#define PROTOCOL 2
#define SHARED 4

static int __tp_set_bits(pthread_mutexattr_t *attribute, int shift, int mask, int value) {
    int *word = (int *)attribute;
    if ((value & mask) != value)
        return EINVAL;
    *word = (*word & ~(mask << shift)) | (value << shift);
    return 0;
}

//: modelled: attributes are remembered; the kind is honoured by pthread_mutex_init, the others have no effect
int pthread_mutexattr_init(pthread_mutexattr_t *attribute) {
    *(int *)attribute = 0;
    return 0;
}

int pthread_mutexattr_destroy(pthread_mutexattr_t *attribute) {
    return 0;
}

int pthread_mutexattr_settype(pthread_mutexattr_t *attribute, int kind) {
    return __tp_set_bits(attribute, 0, 3, kind);
}

int pthread_mutexattr_gettype(const pthread_mutexattr_t *restrict attribute, int *restrict kind) {
    *kind = *(const int *)attribute & 3;
    return 0;
}

int pthread_mutexattr_setprotocol(pthread_mutexattr_t *attribute, int protocol) {
    return __tp_set_bits(attribute, PROTOCOL, 3, protocol);
}

int pthread_mutexattr_getprotocol(const pthread_mutexattr_t *restrict attribute, int *restrict protocol) {
    *protocol = *(const int *)attribute >> PROTOCOL & 3;
    return 0;
}

int pthread_mutexattr_setpshared(pthread_mutexattr_t *attribute, int shared) {
    return __tp_set_bits(attribute, SHARED, 1, shared);
}

int pthread_mutexattr_getpshared(const pthread_mutexattr_t *restrict attribute, int *restrict shared) {
    *shared = *(const int *)attribute >> SHARED & 1;
    return 0;
}

//: modelled: PTHREAD_MUTEX_STALLED is the default; robust mutexes are not explored, so the verdict cannot be TRUE
int pthread_mutexattr_setrobust(pthread_mutexattr_t *attribute, int robust) {
    if (robust != PTHREAD_MUTEX_STALLED)
        __tp_cut("robust mutexes are not modelled");
    return 0;
}

int pthread_mutexattr_getrobust(const pthread_mutexattr_t *restrict attribute, int *restrict robust) {
    *robust = PTHREAD_MUTEX_STALLED;
    return 0;
}
