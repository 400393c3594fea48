// property: unreach-call
// verdict: TRUE
// Domains that plain enumeration can exhaust: a Boolean, a char, a masked and a bounded int.
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
extern char __VERIFIER_nondet_char(void);
extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
    unsigned char u = __VERIFIER_nondet_uchar();
    assert(u >= 0 && u <= 255);
    char c = __VERIFIER_nondet_char();
    assert(c >= -128 && c <= 127);
    int square = u * u;
    assert(square % 4 != 2 && square % 4 != 3);
    _Bool b = __VERIFIER_nondet_bool();
    assert(b == 0 || b == 1);
    return 0;
}
