// options: --undefined stop
// property: unreach-call
// verdict: TRUE
// Executions end at the first undefined behaviour: a null pointer, a division by zero, a shift by too many bits.
#include <assert.h>
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
int x, y;
void *work(void *p) {
    int *q = __VERIFIER_nondet_int() ? &x : 0;
    *q = 1;
    assert(x == 1);
    return p;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    int n = __VERIFIER_nondet_int() ? 1 : 0;
    y = 6 / n;
    assert(y == 6);
    y = 1 << (n ? 40 : 1);
    assert(0);
}
