// property: unreach-call
// verdict: FALSE
// The same number in both formats, and not this one.
#include <assert.h>
int main(void) {
    long double sum = 1;
    sum += 0.25L;
    assert(sum != 1.25);
    return 0;
}
