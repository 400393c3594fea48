// property: unreach-call
// verdict: TRUE
// property: valid-memsafety
// verdict: TRUE
// What is volatile, was not changed since setjmp, or is not automatic keeps its value; blocks that are left end.
#include <assert.h>
#include <setjmp.h>
static jmp_buf place;
static int total, *inner;

static void leave(int value) {
    longjmp(place, value);
}

int main(void) {
    volatile int rounds = 0;
    for (int i = 0; i < 3; i++) {
        switch (setjmp(place)) {
        case 0: {
            int own = i;
            inner = &own;
            rounds++;
            total += *inner;
            leave(i);
        }
        case 1:
            assert(i < 2);
            break;
        default:
            assert(i == 2);
        }
        assert(rounds == i + 1);
    }
    assert(total == 3 && rounds == 3);
    return 0;
}
