// property: unreach-call
// verdict: FALSE
// __VERIFIER_nondet_memory gives an object any content.
#include <assert.h>

extern void __VERIFIER_nondet_memory(void *, unsigned long);
struct s {
    _Bool flag;
    unsigned char small;
};

int main(void) {
    struct s s = {0, 1};
    unsigned char byte = 5;
    __VERIFIER_nondet_memory(&s, sizeof s);
    __VERIFIER_nondet_memory((void *)&byte, 1);
    assert(!(s.flag && s.small == 200 && byte == 7));
    return 0;
}
