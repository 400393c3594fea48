// property: unreach-call
// verdict: UNKNOWN(undefined behaviour: invalid read)
// verdict impact: UNKNOWN(undefined behaviour: invalid-deref)
// property: valid-memsafety
// verdict: FALSE
// A jump to a function that has returned, though it is active again.
#include <setjmp.h>
static jmp_buf place;

static void mark(int first) {
    jmp_buf other;
    if (setjmp(first ? place : other))
        return;
    if (!first)
        longjmp(place, 1);
}

int main(void) {
    mark(1);
    mark(0);
    return 0;
}
