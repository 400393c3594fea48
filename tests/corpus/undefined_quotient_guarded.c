// property: unreach-call
// verdict: TRUE
// The smallest number is divided by 2, another one by -1, and an unsigned one by what -1 becomes.
#include <assert.h>
#include <limits.h>
extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
    int d = __VERIFIER_nondet_bool() ? -1 : 2, x = d == -1 ? -INT_MAX : INT_MIN;
    unsigned u = -1;
    assert(x / d == (d == -1 ? INT_MAX : INT_MIN / 2));
    assert(x % d == 0);
    assert((unsigned)INT_MIN / u == 0);
    return 0;
}
