// property: unreach-call
// verdict: UNKNOWN(sin is not computed)
// What a function of mathematics returns is either computed or not known; no failure rests on a value that it does not have.
#include <assert.h>
#include <math.h>

int main(void) {
    assert(sqrt(16.0) == 4.0);
    assert(sin(0.0) == 0.0);
    return 0;
}
