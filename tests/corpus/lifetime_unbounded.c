// property: valid-memsafety
// verdict: TRUE
// property: unreach-call
// verdict: TRUE
// A loop without end, in which the address of the iteration before is held but not used any more.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
static int *kept;
int main(void) {
    while (__VERIFIER_nondet_int()) {
        int x = 1;
        kept = &x;
        *kept += 1;
        assert(x == 2);
    }
    return 0;
}
