/* Jumps out of functions. A `jmp_buf` holds the address of a mark of the function that has called setjmp; see `lower/nonlocal_jump`. */
#include "intrinsics.h"

#define HANDLES (__tp_calls("signal") || __tp_calls("sigaction"))
#define MASKS (__tp_calls("sigprocmask") || __tp_calls("pthread_sigmask"))
#define MASKED (1U << 31)

_Thread_local unsigned *__tp_jump; /* where the thread jumps to; NULL as long as it does not */
_Thread_local int __tp_jump_value;

/* Part of setjmp: whose mark it is, and whether the mask of signals is to be restored. */
void __tp_mark(unsigned *mark, unsigned **place, int mask) {
    *mark = __tp_self() + 1 | (MASKS && mask ? MASKED : 0);
    *place = mark; //! -
}

//: modelled: jumps to a function that is still active, otherwise undefined; its variables that are no volatile and in no memory hold anything if they were changed since; not explored: out of the handler of a signal, and with a mask of signals
void longjmp(void *place, int value) {
    unsigned *mark = *(unsigned **)place;
    __tp_check(mark != 0, "invalid-call", "longjmp with a jmp_buf that setjmp has not set");
    unsigned owner = *mark;
    if (MASKS && owner & MASKED)
        __tp_cut("siglongjmp that restores a mask of signals is not modelled");
    if (HANDLES && owner != __tp_self() + 1)
        __tp_cut("longjmp out of the handler of a signal is not modelled");
    __tp_check(owner == __tp_self() + 1, "invalid-call", "longjmp to a function of another thread");
    __tp_jump_value = value ? value : 1;
    __tp_jump = mark;
}

void _longjmp(void *place, int value) {
    longjmp(place, value);
}

void siglongjmp(void *place, int value) {
    longjmp(place, value);
}

void __longjmp_chk(void *place, int value) {
    longjmp(place, value);
}
