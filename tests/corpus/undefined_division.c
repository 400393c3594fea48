// property: unreach-call
// verdict: UNKNOWN(undefined behaviour)
// Nothing is known about what follows a division by zero.
#include <assert.h>
extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
    int d = __VERIFIER_nondet_bool();
    int q = 10 / d;
    assert(q == 10);
    return 0;
}
