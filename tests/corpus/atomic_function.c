// property: unreach-call
// verdict: TRUE
// property: no-data-race
// verdict: TRUE
// A function whose name starts with __VERIFIER_atomic_ is an atomic block.
#include <assert.h>
#include <pthread.h>

int x;

void __VERIFIER_atomic_increment(int *p) {
    int t = *p;
    t++;
    *p = t;
}

int __VERIFIER_atomic_take(void) {
    if (x > 1) {
        x--;
        return 1;
    }
    return 0;
}

static void *thread(void *arg) {
    __VERIFIER_atomic_increment(&x);
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, thread, 0);
    pthread_create(&b, 0, thread, 0);
    int taken = __VERIFIER_atomic_take();
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(x == 2 - taken);
    return 0;
}
