// property: valid-memsafety
// verdict: FALSE
// A jump leaves the block of a variable, whose address is used afterwards.
#include <setjmp.h>
static jmp_buf place;
static int *inner;

static void leave(void) {
    longjmp(place, 1);
}

int main(void) {
    if (setjmp(place) == 0) {
        int own = 1;
        inner = &own;
        leave();
    }
    return *inner;
}
