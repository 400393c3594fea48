// property: unreach-call
// verdict: FALSE
// Exactly one of the 256 values breaks it.
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned char u = __VERIFIER_nondet_uchar();
    assert((unsigned char)(u * 3) != 200);
    return 0;
}
