// property: unreach-call
// verdict: FALSE
// A variable that is not volatile, and was changed since setjmp, holds anything after the jump (C11 7.13.2.1p3).
#include <assert.h>
#include <setjmp.h>
static jmp_buf place;

int main(void) {
    int done = 0;
    if (setjmp(place) == 0) {
        done = 1;
        longjmp(place, 1);
    }
    assert(done == 1);
    return 0;
}
