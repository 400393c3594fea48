// property: unreach-call
// verdict: UNKNOWN(unsupported: inline assembly (memory is read that is neither an input nor clobbered))
// Neither an operand nor a clobber says that `shared` is changed, so the compiler may go on with what it knows of it.
#include <assert.h>
int shared;

int main(void) {
    int old = 1;
    shared = 1;
    __asm__ volatile("lock; xaddl %0, (%1)" : "+r"(old) : "r"(&shared) : "cc");
    assert(shared == 2);
    return 0;
}
