// property: unreach-call
// verdict: TRUE
// verdict explicit: UNKNOWN(timeout)
// property: no-data-race
// verdict: TRUE
// verdict explicit: UNKNOWN(timeout)
// A lock that is a flag, set in an atomic step: any number of threads, one of them inside.
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void), __VERIFIER_assume(int);
int taken, x;

static void *work(void *arg) {
    __VERIFIER_atomic_begin();
    __VERIFIER_assume(taken == 0);
    taken = 1;
    __VERIFIER_atomic_end();
    x = 0;
    x = 1;
    assert(x == 1);
    __VERIFIER_atomic_begin();
    taken = 0;
    __VERIFIER_atomic_end();
    return 0;
}

int main(void) {
    pthread_t t;
    for (;;) pthread_create(&t, 0, work, 0);
}
