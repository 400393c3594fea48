// property: unreach-call
// verdict: TRUE
#include <assert.h>
#include <stdlib.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_assume(int);
void assume_abort_if_not(int condition) { if (!condition) abort(); }

int main(void) {
    unsigned char a = __VERIFIER_nondet_uchar();
    __VERIFIER_assume(a > 10);
    assume_abort_if_not(a < 13);
    assert(a == 11 || a == 12);
    __VERIFIER_assume(a == 11);
    assert(a != 12);
    return 0;
}
