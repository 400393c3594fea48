// property: unreach-call
// verdict: TRUE
#include <assert.h>
extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
    int d = __VERIFIER_nondet_bool();
    int q = d ? 10 % (d + 2) : 0;
    if (d && 10 / d != 10) assert(0);
    assert(q == 0 || q == 1);
    double f = 1.0 / (double)(d - d); // fine for floats
    assert(f > 1.0);
    return 0;
}
