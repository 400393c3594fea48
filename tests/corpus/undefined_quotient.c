// property: unreach-call
// verdict: UNKNOWN(undefined behaviour: arithmetic overflow)
// The quotient is one too large, where most processors trap: it does not wrap, and neither does the remainder.
#include <assert.h>
#include <limits.h>
extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
    int d = __VERIFIER_nondet_bool() ? -1 : 1;
    int r = INT_MIN % d;
    assert(r == 0);
    return 0;
}
