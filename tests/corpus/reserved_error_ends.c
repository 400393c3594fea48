// property: unreach-call
// verdict: FALSE
// property: valid-memsafety
// verdict: TRUE
// property: no-overflow
// verdict: TRUE
// Nothing behind a reported error is executed.
#include <assert.h>
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);
extern void __VERIFIER_assert(int);

int main(void) {
    int *p = 0, x = 2147483647;
    if (__VERIFIER_nondet_bool()) {
        reach_error();
        *p = 1;
    }
    if (__VERIFIER_nondet_bool()) {
        assert(p);
        x++;
    }
    __VERIFIER_assert(p != 0);
    return *p + x;
}
