/* Sleeping, files and processes. */
#include "intrinsics.h"
#include <unistd.h>

extern int __tp_failed(int result);

//: ignored: time is not modelled; every schedule is considered anyway
unsigned sleep(unsigned seconds) {
    return 0;
}

int usleep(useconds_t microseconds) {
    return 0;
}

//: approximated: signals and processes are not explored, so the verdict cannot be TRUE
unsigned alarm(unsigned seconds) {
    __tp_cut("alarm is not modelled");
}

pid_t fork(void) {
    __tp_cut("fork is not modelled");
}

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

//: modelled: any positive number, the same at every call
pid_t getpid(void) {
    static long number;
    return (pid_t)__tp_chosen(&number, 0x7fffffff);
}

pid_t getppid(void) {
    static long number;
    return (pid_t)__tp_chosen(&number, 0x7fffffff);
}

//: modelled: a number of the thread's own
pid_t gettid(void) {
    return (int)__tp_self() + 1;
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

//: approximated: -1 and any error, or any number of bytes that fits, with any content
ssize_t read(int file, void *block, size_t size) {
    char *bytes = block;
    if (__VERIFIER_nondet_bool())
        return __tp_failed(-1);
    size_t i = 0;
    for (; i < size && __VERIFIER_nondet_bool(); i++)
        bytes[i] = __VERIFIER_nondet_char();
    return (ssize_t)i;
}

//: approximated: no effect; -1 and any error, or any number of bytes up to the size
ssize_t write(int file, const void *block, size_t size) {
    ssize_t result = (ssize_t)size;
    while (result >= 0 && __VERIFIER_nondet_bool())
        result--;
    return result < 0 ? __tp_failed(-1) : result;
}

//: approximated: no effect; -1 and any error, or 0
int close(int file) {
    return __VERIFIER_nondet_bool() ? __tp_failed(-1) : 0;
}
