/* Processes. A child has a memory of its own and one thread, the one that called fork. So what it does is an execution of the program in
   which no other thread takes a step any more: where none has been created, that is one more alternative. Parent and child see nothing
   of each other but the status at the end, which is arbitrary. */
#include "intrinsics.h"
#include <errno.h>
#include <unistd.h>

extern _Bool __tp_has_threads(void);
#define SHARES (__tp_calls("shm_open") || __tp_calls("shmget") || __tp_calls("shmat") || __tp_calls("sem_open") || __tp_calls("mmap"))

/* Whether a call fails, and how is open. */
static _Bool __tp_turned_down(void) {
    if (!__VERIFIER_nondet_bool())
        return 0;
    int error = __VERIFIER_nondet_int();
    __tp_assume(error > 0 && error < 134);
    errno = error;
    return 1;
}

static pid_t __tp_process(void) {
    pid_t number = __VERIFIER_nondet_int();
    __tp_assume(number > 0);
    return number;
}

//: assumed: -1, or the parent with any number for the child; parent and child do not share memory; the child is followed, too, but not where threads have been created: then TRUE is impossible
pid_t fork(void) {
    if (SHARES)
        __tp_cut("processes that share memory");
    if (__VERIFIER_nondet_bool()) {
        if (__tp_has_threads() || __tp_calls("thrd_create"))
            __tp_cut("the child of fork is not followed where there are other threads");
        if (__tp_calls("getpid") || __tp_calls("getppid"))
            __tp_cut("the number of the child of fork is not modelled");
        return 0;
    }
    return __tp_turned_down() ? -1 : __tp_process();
}

pid_t vfork(void) {
    return fork();
}

//: modelled: the program ends, or any error; the new program is not looked at
int execve(const char *path, char *const arguments[], char *const environment[]) {
    if (__tp_turned_down())
        return -1;
    __tp_halt();
}

int execv(const char *path, char *const arguments[]) {
    return execve(path, arguments, 0);
}

int execvp(const char *path, char *const arguments[]) {
    return execve(path, arguments, 0);
}

int execvpe(const char *path, char *const arguments[], char *const environment[]) {
    return execve(path, arguments, environment);
}

int fexecve(int file, char *const arguments[], char *const environment[]) {
    return execve(0, arguments, environment);
}

int execl(const char *path, const char *argument, ...) {
    return execve(path, 0, 0);
}

int execlp(const char *path, const char *argument, ...) {
    return execve(path, 0, 0);
}

int execle(const char *path, const char *argument, ...) {
    return execve(path, 0, 0);
}

//: modelled: any child (the one that is asked for) with any status, or -1 and any error; 0 with WNOHANG
pid_t waitpid(pid_t process, int *status, int options) {
    if (__tp_turned_down())
        return -1;
    if (options & 1 && __VERIFIER_nondet_bool())
        return 0;
    if (status)
        *status = __VERIFIER_nondet_int();
    return process > 0 ? process : __tp_process();
}

pid_t wait(int *status) {
    return waitpid(-1, status, 0);
}

pid_t wait3(int *status, int options, void *usage) {
    if (usage)
        __tp_cut("what a child has used is not modelled");
    return waitpid(-1, status, options);
}

pid_t wait4(pid_t process, int *status, int options, void *usage) {
    if (usage)
        __tp_cut("what a child has used is not modelled");
    return waitpid(process, status, options);
}
