// property: unreach-call
// verdict: UNKNOWN(fdim is not modelled)
// A function of the C library without a model does not return just anything.
#include <assert.h>

extern double fdim(double, double);

int main(void) {
    assert(fdim(5.0, 3.0) == 2.0);
    return 0;
}
