// property: unreach-call
// verdict: TRUE
// Amounts of any type and sign, tested before they are used.
#include <assert.h>

extern signed char __VERIFIER_nondet_schar(void);

int main(void) {
    signed char bits = __VERIFIER_nondet_schar();
    unsigned x = 1;
    if (bits >= 0 && bits < 32 && (x << bits) == 0)
        assert(0);
    if (bits >= 0 && bits < 32)
        x <<= bits;
    long long wide = bits == 40 ? 1LL << bits : 2;
    assert(x != 0 && (wide == 2 || wide == 1099511627776LL));
    return 0;
}
