// property: no-data-race
// verdict: TRUE
// A lock that is taken and freed in atomic blocks, inside of one that is taken by an exchange.
#include <pthread.h>
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);

int outer, inner, data, other;

static void *one(void *arg) {
    for (int taken = 1; taken;) {
        __VERIFIER_atomic_begin();
        taken = inner;
        inner = 1;
        __VERIFIER_atomic_end();
    }
    data++;
    while (__sync_lock_test_and_set(&outer, 1)) {
    }
    other++;
    __sync_lock_release(&outer);
    data++;
    __VERIFIER_atomic_begin();
    inner = 0;
    __VERIFIER_atomic_end();
    return 0;
}

static void *two(void *arg) {
    return one(arg);
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, one, 0);
    pthread_create(&b, 0, two, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
