/* Thread attributes: remembered for their getters. None but the detach state, which comes first, has an effect on the thread. */
#include "intrinsics.h"
#include <errno.h>
#include <pthread.h>

extern int __tp_refused(_Bool observed);

struct __tp_attributes {
    short detach, scope, inherit, policy;
    int priority;
    size_t guard, stack;
};
#define OF(attribute) ((struct __tp_attributes *)(attribute))
_Static_assert(sizeof(struct __tp_attributes) <= sizeof(pthread_attr_t), "attributes do not fit");

//: modelled: attributes are remembered; none but the detach state has an effect on the thread; setters of others may refuse
int pthread_attr_init(pthread_attr_t *attribute) {
    OF(attribute)->detach = PTHREAD_CREATE_JOINABLE;
    OF(attribute)->scope = PTHREAD_SCOPE_SYSTEM;
    OF(attribute)->inherit = PTHREAD_INHERIT_SCHED;
    OF(attribute)->policy = SCHED_OTHER;
    OF(attribute)->priority = 0;
    OF(attribute)->guard = 4096;
    OF(attribute)->stack = 8 << 20;
    return 0;
}

int pthread_attr_destroy(pthread_attr_t *attribute) {
    return 0;
}

int pthread_attr_setdetachstate(pthread_attr_t *attribute, int state) {
    if (state != PTHREAD_CREATE_JOINABLE && state != PTHREAD_CREATE_DETACHED)
        return EINVAL;
    OF(attribute)->detach = (short)state;
    return 0;
}

int pthread_attr_getdetachstate(const pthread_attr_t *attribute, int *state) {
    *state = OF(attribute)->detach;
    return 0;
}

int pthread_attr_setscope(pthread_attr_t *attribute, int scope) {
    OF(attribute)->scope = (short)scope;
    return __tp_refused(__tp_observes("pthread_attr_setscope", "nothing"));
}

int pthread_attr_getscope(const pthread_attr_t *restrict attribute, int *restrict scope) {
    *scope = OF(attribute)->scope;
    return 0;
}

int pthread_attr_setinheritsched(pthread_attr_t *attribute, int inherit) {
    OF(attribute)->inherit = (short)inherit;
    return __tp_refused(__tp_observes("pthread_attr_setinheritsched", "nothing"));
}

int pthread_attr_getinheritsched(const pthread_attr_t *restrict attribute, int *restrict inherit) {
    *inherit = OF(attribute)->inherit;
    return 0;
}

int pthread_attr_setschedpolicy(pthread_attr_t *attribute, int policy) {
    OF(attribute)->policy = (short)policy;
    return __tp_refused(__tp_observes("pthread_attr_setschedpolicy", "nothing"));
}

int pthread_attr_getschedpolicy(const pthread_attr_t *restrict attribute, int *restrict policy) {
    *policy = OF(attribute)->policy;
    return 0;
}

int pthread_attr_setschedparam(pthread_attr_t *restrict attribute, const struct sched_param *restrict parameters) {
    OF(attribute)->priority = parameters->sched_priority;
    return __tp_refused(__tp_observes("pthread_attr_setschedparam", "nothing"));
}

int pthread_attr_getschedparam(const pthread_attr_t *restrict attribute, struct sched_param *restrict parameters) {
    parameters->sched_priority = OF(attribute)->priority;
    return 0;
}

int pthread_attr_setguardsize(pthread_attr_t *attribute, size_t size) {
    OF(attribute)->guard = size;
    return __tp_refused(__tp_observes("pthread_attr_setguardsize", "nothing"));
}

int pthread_attr_getguardsize(const pthread_attr_t *restrict attribute, size_t *restrict size) {
    *size = OF(attribute)->guard;
    return 0;
}

int pthread_attr_setstacksize(pthread_attr_t *attribute, size_t size) {
    OF(attribute)->stack = size;
    return __tp_refused(__tp_observes("pthread_attr_setstacksize", "nothing"));
}

int pthread_attr_getstacksize(const pthread_attr_t *restrict attribute, size_t *restrict size) {
    *size = OF(attribute)->stack;
    return 0;
}

int pthread_attr_setstack(pthread_attr_t *attribute, void *address, size_t size) {
    OF(attribute)->stack = size;
    return __tp_refused(__tp_observes("pthread_attr_setstack", "nothing"));
}
