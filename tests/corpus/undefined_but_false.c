// property: unreach-call
// verdict: FALSE
// Undefined behaviour on one path does not hide the failure on another.
#include <assert.h>
extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
    int *p = 0;
    if (__VERIFIER_nondet_bool()) return *p;
    assert(p);
    return 0;
}
