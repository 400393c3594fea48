/* System calls by number, above all those from which locks are built. FUTEX_WAIT compares and begins to wait in one step. As its manual allows,
   it may return for no reason; for no-deadlock nothing promises that, so the waiting threads are kept in a table. */
#define _GNU_SOURCE
#include "intrinsics.h"
#include <errno.h>
#include <linux/futex.h>
#include <sched.h>
#include <stdarg.h>
#include <sys/random.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

extern int __tp_failed(int result);
extern _Bool __tp_interrupted(_Bool restarts);

#define SLEEPERS 32
static int *__tp_sleeps_at[SLEEPERS]; /* of each thread: the word that it waits for, or NULL */

static int __tp_word(int *word) {
    return __atomic_load_n(word, __ATOMIC_RELAXED);
}

static long __tp_futex_wait(int *word, int expected, _Bool limited) {
    unsigned me = __tp_self();
    if (me >= SLEEPERS)
        __tp_cut("more than 32 threads that wait for a futex");
    _Bool promised = 0;
#ifdef __TP_HOLDERS
    promised = __VERIFIER_nondet_bool(); //! -
#endif
    __tp_atomic_begin();
    _Bool waits = __tp_word(word) == expected;
    if (waits && promised)
        __tp_sleeps_at[me] = word; //! waits for $
    __tp_atomic_end();
    if (!waits) {
        errno = EAGAIN;
        return -1;
    }
    if (!limited && promised) {
        __tp_atomic_begin();
        __tp_await(__tp_sleeps_at[me] == 0);
        __tp_atomic_end();
    }
    if (promised) {
        __tp_atomic_begin();
        __tp_sleeps_at[me] = 0; //! -
        __tp_atomic_end();
    }
    if (__tp_interrupted(0)) {
        errno = EINTR;
        return -1;
    }
    if (limited && __VERIFIER_nondet_bool()) {
        errno = ETIMEDOUT;
        return -1;
    }
    return 0;
}

/* Any of those that wait, as many as asked for if there are so many. The result is arbitrary, since some waits may be over. */
static long __tp_futex_wake(int *word, int most) {
    int woken = 0;
#ifdef __TP_HOLDERS
    __tp_atomic_begin();
    int rest = 0;
    for (int i = 0; i < SLEEPERS; i++)
        rest += __tp_sleeps_at[i] == word;
    for (int i = 0; i < SLEEPERS && woken < most; i++)
        if (__tp_sleeps_at[i] == word) {
            rest--;
            if (rest < most - woken || __VERIFIER_nondet_bool()) { //! -
                __tp_sleeps_at[i] = 0; //! wakes one that waits for $
                woken++;
            }
        }
    __tp_atomic_end();
#endif
    if (most <= 1)
        return woken ? woken : __VERIFIER_nondet_bool();
    if (!__tp_observes("syscall", "nothing"))
        return 0;
    int others = __VERIFIER_nondet_int();
    __tp_assume(others >= woken && others <= most);
    return others;
}

static long __tp_futex(int *word, int operation, int value, _Bool limited) {
    int command = operation & ~(FUTEX_PRIVATE_FLAG | FUTEX_CLOCK_REALTIME);
    if (command == FUTEX_WAIT || command == FUTEX_WAIT_BITSET)
        return __tp_futex_wait(word, value, limited);
    if (command == FUTEX_WAKE || command == FUTEX_WAKE_BITSET)
        return __tp_futex_wake(word, value);
    __tp_cut("this operation on a futex is not modelled");
}

static long __tp_membarrier(void) {
    if (__VERIFIER_nondet_bool())
        return __tp_failed(-1);
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
#ifdef __TP_WEAK
    __tp_cut("membarrier is not modelled for weak memory models");
#endif
    return 0;
}

//: approximated: -1 and any error, or so many bytes of any content
ssize_t getrandom(void *block, size_t size, unsigned flags) {
    if (__VERIFIER_nondet_bool())
        return __tp_failed(-1);
    for (size_t i = 0; i < size; i++)
        ((char *)block)[i] = __VERIFIER_nondet_char();
    return (ssize_t)size;
}

int getentropy(void *block, size_t size) {
    return getrandom(block, size, 0) < 0 ? -1 : 0;
}

//: modelled: futex (FUTEX_WAIT and FUTEX_WAKE), gettid, getpid, sched_yield, membarrier, getrandom; other numbers are not explored
long syscall(long number, ...) {
    va_list arguments;
    va_start(arguments, number);
    long result = 0;
    if (number == SYS_futex) {
        int *word = va_arg(arguments, int *);
        int operation = va_arg(arguments, int), value = va_arg(arguments, int);
        const void *limit = 0;
        if ((operation & 127) == FUTEX_WAIT || (operation & 127) == FUTEX_WAIT_BITSET)
            limit = va_arg(arguments, const void *);
        result = __tp_futex(word, operation, value, limit != 0);
    } else if (number == SYS_getrandom) {
        void *block = va_arg(arguments, void *);
        result = getrandom(block, va_arg(arguments, size_t), 0);
    } else if (number == SYS_gettid) {
        result = gettid();
    } else if (number == SYS_getpid) {
        result = getpid();
    } else if (number == SYS_membarrier) {
        result = __tp_membarrier();
    } else if (number != SYS_sched_yield) {
        __tp_cut("this system call is not modelled");
    }
    va_end(arguments);
    return result;
}
