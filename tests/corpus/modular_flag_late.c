// property: unreach-call
// verdict: FALSE
// property: no-data-race
// verdict: FALSE
// A lock that is a flag, looked at in one step and set in another one: two threads get inside.
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void), __VERIFIER_assume(int);
int taken, x;

static void *work(void *arg) {
    __VERIFIER_atomic_begin();
    __VERIFIER_assume(taken == 0);
    __VERIFIER_atomic_end();
    __VERIFIER_atomic_begin();
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
    for (int i = 0; i < 2; i++) pthread_create(&t, 0, work, 0);
}
