/* Processes. A child has a memory of its own and one thread, the one that called fork. So what it does is an execution of the program in
   which no other thread takes a step any more: where none has been created, that is one more alternative. Parent and child see nothing
   of each other but the status at the end, which is arbitrary. */
#include "intrinsics.h"
#include <errno.h>
#include <unistd.h>

extern _Bool __tp_has_threads(void), __tp_interrupted(_Bool restarts);
extern void __tp_become_child(void);
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

#define CHILDREN 16
#define HANDLES (__tp_calls("signal") || __tp_calls("sigaction"))
enum { WITHOUT_WAITING = 1, ALSO_STOPPED = 2 | 8 };
static pid_t __tp_child[CHILDREN]; /* that were not waited for yet */
static unsigned __tp_children;

static pid_t __tp_new_child(void) {
    pid_t number = __VERIFIER_nondet_int();
    __tp_assume(number > 0 && number <= 0x400000); // as many as Linux has numbers for
    __tp_atomic_begin();
    for (unsigned i = 0; i < __tp_children; i++)
        __tp_assume(__tp_child[i] != number);
    if (__tp_children == CHILDREN)
        __tp_cut("more than 16 children at a time");
    __tp_child[__tp_children] = number;
    __tp_children++;
    __tp_atomic_end();
    return number;
}

//: assumed: -1 with EAGAIN or ENOMEM, or the parent with any number for the child; parent and child do not share memory; the child is followed, too, but not where threads have been created: then TRUE is impossible
pid_t fork(void) {
    if (SHARES)
        __tp_cut("processes that share memory");
    if (__VERIFIER_nondet_bool()) {
        if (__tp_has_threads() || __tp_calls("thrd_create"))
            __tp_cut("the child of fork is not followed where there are other threads");
        if (__tp_calls("getpid") || __tp_calls("getppid"))
            __tp_become_child();
        __tp_children = 0;
        return 0;
    }
    if (__VERIFIER_nondet_bool())
        return __tp_new_child();
    errno = __VERIFIER_nondet_bool() ? EAGAIN : ENOMEM;
    return -1;
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

/* One of the children that fit; `CHILDREN` if there is none. */
static unsigned __tp_chosen_child(pid_t process) {
    unsigned chosen = CHILDREN;
    for (unsigned i = 0; i < __tp_children; i++)
        if (process > 0 ? __tp_child[i] == process : chosen == CHILDREN || __VERIFIER_nondet_bool())
            chosen = i;
    return process == 0 || process < -1 ? (__VERIFIER_nondet_bool() ? chosen : CHILDREN) : chosen;
}

//: modelled: a child that was not waited for yet, with any status; ECHILD if there is none; EINTR where a handler has run; 0 with WNOHANG
pid_t waitpid(pid_t process, int *status, int options) {
    if (__tp_interrupted(1)) {
        errno = EINTR;
        return -1;
    }
    __tp_atomic_begin();
    unsigned chosen = __tp_chosen_child(process);
    if (HANDLES && __VERIFIER_nondet_bool()) // SIGCHLD may be ignored
        chosen = CHILDREN;
    pid_t found = chosen == CHILDREN ? -1 : __tp_child[chosen];
    if (found > 0 && options & WITHOUT_WAITING && __VERIFIER_nondet_bool())
        found = 0;
    if (found > 0 && !(options & ALSO_STOPPED && __VERIFIER_nondet_bool())) {
        __tp_children--;
        __tp_child[chosen] = __tp_child[__tp_children];
    }
    __tp_atomic_end();
    if (found < 0)
        errno = ECHILD;
    if (found > 0 && status)
        *status = __VERIFIER_nondet_int();
    return found;
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
