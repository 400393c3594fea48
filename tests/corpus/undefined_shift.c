// property: unreach-call
// verdict: UNKNOWN(undefined behaviour: shift)
// A shift by the width of the type: processors and compilers disagree about the result.
#include <assert.h>

int main(void) {
    int bits = 32;
    int x = 1 << bits;
    assert(x == 0);
    return 0;
}
