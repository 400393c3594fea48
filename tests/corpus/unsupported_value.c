// property: unreach-call
// verdict: FALSE
// The value of `table` is not known, so no execution goes on behind its use; the assertion in front of it fails.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
static double table[] = {1, 0.1L};
static double *const first = table;

int main(void) {
    int n = __VERIFIER_nondet_int();
    assert(n != 3);
    if (n > 3) assert(first[1] == 0);
    return 0;
}
