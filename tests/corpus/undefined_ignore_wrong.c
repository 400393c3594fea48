// options: --undefined ignore
// property: unreach-call
// verdict: FALSE
// A shift by 33 bits is one by a single bit on x86-64.
#include <assert.h>
int main(void) {
    volatile int n = 33;
    assert(1 << n != 2);
}
