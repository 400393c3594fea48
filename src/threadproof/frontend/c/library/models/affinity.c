/* Processors that threads run on, and their policies: all of that only narrows down which schedules happen, and every one is considered. */
#define _GNU_SOURCE
#include "intrinsics.h"
#include <pthread.h>
#include <sched.h>
#include <string.h>

extern int __tp_failed(int result);

//: modelled: exact
int __sched_cpucount(size_t size, const cpu_set_t *set) {
    int count = 0;
    for (size_t i = 0; i < size / sizeof(__cpu_mask); i++)
        for (__cpu_mask rest = set->__bits[i]; rest; rest &= rest - 1)
            count++;
    return count;
}

//: assumed: a set with room for so many processors; the memory is always there
cpu_set_t *__sched_cpualloc(size_t count) {
    return __tp_alloc(CPU_ALLOC_SIZE(count));
}

void __sched_cpufree(cpu_set_t *set) {
    __tp_free(set);
}

/* At least one processor is in it. */
static void __tp_any_processors(size_t size, cpu_set_t *set) {
    unsigned long found = 0;
    for (size_t i = 0; i < size / sizeof(__cpu_mask); i++) {
        set->__bits[i] = __VERIFIER_nondet_ulong();
        found |= set->__bits[i];
    }
    __tp_assume(found != 0);
}

//: approximated: an error of any kind, or no effect: on which processor a thread runs makes no difference
int sched_setaffinity(pid_t thread, size_t size, const cpu_set_t *set) {
    return __VERIFIER_nondet_bool() ? __tp_failed(-1) : 0;
}

int pthread_setaffinity_np(pthread_t thread, size_t size, const cpu_set_t *set) {
    return __VERIFIER_nondet_bool() ? __VERIFIER_nondet_uchar() : 0;
}

int pthread_attr_setaffinity_np(pthread_attr_t *attribute, size_t size, const cpu_set_t *set) {
    return __VERIFIER_nondet_bool() ? __VERIFIER_nondet_uchar() : 0;
}

int sched_setscheduler(pid_t process, int policy, const struct sched_param *parameters) {
    return __VERIFIER_nondet_bool() ? __tp_failed(-1) : 0;
}

int sched_setparam(pid_t process, const struct sched_param *parameters) {
    return __VERIFIER_nondet_bool() ? __tp_failed(-1) : 0;
}

//: approximated: an error of any kind, or any processors, at least one
int sched_getaffinity(pid_t thread, size_t size, cpu_set_t *set) {
    if (__VERIFIER_nondet_bool())
        return __tp_failed(-1);
    __tp_any_processors(size, set);
    return 0;
}

int pthread_getaffinity_np(pthread_t thread, size_t size, cpu_set_t *set) {
    unsigned char error = __VERIFIER_nondet_uchar();
    if (!error)
        __tp_any_processors(size, set);
    return error;
}

int pthread_attr_getaffinity_np(const pthread_attr_t *attribute, size_t size, cpu_set_t *set) {
    return pthread_getaffinity_np(0, size, set);
}

//: approximated: an error of any kind, or the number of any processor
int sched_getcpu(void) {
    int processor = __VERIFIER_nondet_int();
    __tp_assume(processor >= 0 && processor < 1 << 20);
    return __VERIFIER_nondet_bool() ? __tp_failed(-1) : processor;
}

//: approximated: an error of any kind, or any policy and priority
int sched_getscheduler(pid_t process) {
    int policy = __VERIFIER_nondet_uchar();
    return __VERIFIER_nondet_bool() ? __tp_failed(-1) : policy;
}

int sched_getparam(pid_t process, struct sched_param *parameters) {
    if (__VERIFIER_nondet_bool())
        return __tp_failed(-1);
    parameters->sched_priority = __VERIFIER_nondet_uchar();
    return 0;
}

//: approximated: an error of any kind, or any text of at most 15 characters
int pthread_getname_np(pthread_t thread, char *name, size_t size) {
    unsigned char error = __VERIFIER_nondet_uchar();
    if (error || size == 0)
        return error ? error : 34; /* ERANGE */
    size_t i = 0;
    for (; i + 1 < size && i < 15 && __VERIFIER_nondet_bool(); i++) {
        char byte = __VERIFIER_nondet_char();
        __tp_assume(byte != 0);
        name[i] = byte;
    }
    name[i] = 0;
    return 0;
}
