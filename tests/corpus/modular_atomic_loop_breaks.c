// property: unreach-call
// verdict: FALSE
// A loop inside of an atomic block is left in its second round, with the flag still set.
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
int x, y;

void *work(void *arg) {
    __VERIFIER_atomic_begin();
    for (int i = 0; i < 3; i++) {
        x = i;
        if (i == 1 && y)
            break;
        x = 0;
    }
    __VERIFIER_atomic_end();
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    __VERIFIER_atomic_begin();
    y = 1;
    __VERIFIER_atomic_end();
    __VERIFIER_atomic_begin();
    int seen = x;
    __VERIFIER_atomic_end();
    assert(seen == 0);
    return 0;
}
