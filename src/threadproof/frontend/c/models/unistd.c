/* Sleeping, files and processes. */
#include "intrinsics.h"
#include <unistd.h>

//: ignored: time is not modelled; every schedule is considered anyway
unsigned sleep(unsigned seconds) {
    return 0;
}

int usleep(useconds_t microseconds) {
    return 0;
}

//: modelled: no signal ever arrives, so the thread waits forever
int pause(void) {
    __tp_await(0);
    return -1;
}

//: approximated: signals and processes are not explored, so the verdict cannot be TRUE
unsigned alarm(unsigned seconds) {
    __tp_cut("alarm is not modelled");
}

pid_t fork(void) {
    __tp_cut("fork is not modelled");
}

//: approximated: any positive number, at every call
pid_t getpid(void) {
    pid_t value = __VERIFIER_nondet_int();
    __tp_assume(value > 0);
    return value;
}

pid_t getppid(void) {
    return getpid();
}

//: modelled: a number of the thread's own
pid_t gettid(void) {
    return (int)__tp_self() + 1;
}

//: approximated: any result
long sysconf(int name) {
    return __VERIFIER_nondet_long();
}

//: approximated: -1, or any number of bytes that fits, with any content
ssize_t read(int file, void *block, size_t size) {
    char *bytes = block;
    if (__VERIFIER_nondet_bool())
        return -1;
    size_t i = 0;
    for (; i < size && __VERIFIER_nondet_bool(); i++)
        bytes[i] = __VERIFIER_nondet_char();
    return (ssize_t)i;
}

//: approximated: no effect; -1 or any number of bytes up to the size
ssize_t write(int file, const void *block, size_t size) {
    ssize_t result = (ssize_t)size;
    while (result >= 0 && __VERIFIER_nondet_bool())
        result--;
    return result;
}

//: approximated: no effect; -1 or 0
int close(int file) {
    return __VERIFIER_nondet_bool() ? -1 : 0;
}
