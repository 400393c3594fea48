// property: unreach-call
// verdict: UNKNOWN(copysign is not modelled)
// A function of the C library without a model does not return just anything.
#include <assert.h>

extern double copysign(double, double);

int main(void) {
    assert(copysign(1.0, -2.0) == -1.0);
    return 0;
}
