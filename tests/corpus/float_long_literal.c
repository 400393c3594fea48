// property: unreach-call
// verdict: UNKNOWN(a long double that double does not hold
// The nearest long double is not the nearest double, and the assertion fails.
#include <assert.h>
int main(void) {
    long double tenth = 0.1L;
    assert(tenth == 0.1);
    return 0;
}
