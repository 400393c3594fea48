// property: unreach-call
// verdict: FALSE
// The comparison happens in unsigned arithmetic, so that -1 is large.
#include <assert.h>

int main(void) {
    int i = -1;
    unsigned n = 10;
    assert(i < n);
    return 0;
}
