// property: unreach-call
// verdict: TRUE
// property: no-data-race
// verdict: FALSE
// A loop inside of an atomic block: what it does in between is not seen, but its reads race with a plain write.
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
int x, y, sum;

void *work(void *arg) {
    __VERIFIER_atomic_begin();
    for (int i = 0; i < 3; i++) {
        x = 1;
        sum += y;
    }
    x = 0;
    __VERIFIER_atomic_end();
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    y = 1;
    __VERIFIER_atomic_begin();
    int seen = x;
    __VERIFIER_atomic_end();
    assert(seen == 0);
    return 0;
}
