/* Sleeping, files and processes. */
#include "intrinsics.h"
#include <errno.h>
#include <unistd.h>

extern int __tp_failed(int result);

extern _Bool __tp_interrupted(_Bool restarts);

//: modelled: takes any time; some seconds are left where a handler has run
unsigned sleep(unsigned seconds) {
    if (!__tp_interrupted(0))
        return 0;
    unsigned left = __VERIFIER_nondet_uint();
    __tp_assume(left <= seconds);
    return left;
}

//: modelled: takes any time; EINTR where a handler has run; a second or more may be refused (EINVAL)
int usleep(useconds_t microseconds) {
    if (__tp_interrupted(0)) {
        errno = EINTR;
        return -1;
    }
    if (microseconds >= 1000000 && __tp_observes("usleep", "nothing") && __VERIFIER_nondet_bool()) {
        errno = EINVAL;
        return -1;
    }
    return 0;
}

#define PROCESSES 0x400000 /* as many as Linux has numbers for */

/* Chosen when it is first asked for, which is what 0 stands for. */
static long __tp_chosen(long *number, long largest) {
    __tp_atomic_begin();
    if (!*number) {
        *number = __VERIFIER_nondet_long();
        __tp_assume(*number > 0 && *number <= largest);
    }
    long value = *number;
    __tp_atomic_end();
    return value;
}

static long __tp_own_number, __tp_parent_number;

//: modelled: any positive number, the same at every call; another one in the child of fork
pid_t getpid(void) {
    return (pid_t)__tp_chosen(&__tp_own_number, PROCESSES);
}

pid_t getppid(void) {
    return (pid_t)__tp_chosen(&__tp_parent_number, PROCESSES);
}

/* Part of fork. */
void __tp_become_child(void) {
    long parent = getpid(), own = __VERIFIER_nondet_long();
    __tp_assume(own > 0 && own <= PROCESSES && own != parent);
    __tp_atomic_begin();
    __tp_parent_number = parent;
    __tp_own_number = own;
    __tp_atomic_end();
}

//: modelled: of main that of the process, a number of their own for other threads
pid_t gettid(void) {
    return getpid() + (int)__tp_self();
}

//: approximated: any positive number of bytes in a page and of processors, the same at every call; any result for other names
long sysconf(int name) {
    static long page, configured, online;
    if (name == _SC_PAGESIZE)
        return __tp_chosen(&page, 0x7fffffff);
    if (name == _SC_NPROCESSORS_CONF)
        return __tp_chosen(&configured, 0x7fffffff);
    if (name == _SC_NPROCESSORS_ONLN)
        return __tp_chosen(&online, 0x7fffffff);
    return __VERIFIER_nondet_long();
}
