// property: no-data-race
// verdict: FALSE
// An access in the middle of an atomic block races with a plain one, after a condition that the block itself reads.
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
int x, y;

static void *work(void *arg) {
    __VERIFIER_atomic_begin();
    if (y)
        x++;
    __VERIFIER_atomic_end();
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    __VERIFIER_atomic_begin();
    y = 1;
    __VERIFIER_atomic_end();
    int seen = x;
    pthread_join(t, 0);
    return seen;
}
