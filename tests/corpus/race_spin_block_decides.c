// property: no-data-race
// verdict: FALSE
// A block looks whether the lock is taken, which orders nothing, and reads the data only then; and again, for ever.
#include <pthread.h>
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);

int lock, data;

static void *one(void *arg) {
    data = 1;
    while (__sync_lock_test_and_set(&lock, 1)) {
    }
    return 0;
}

static void *two(void *arg) {
    for (;;) {
        __VERIFIER_atomic_begin();
        if (lock == 1) {
            int seen = data;
        }
        __VERIFIER_atomic_end();
    }
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, one, 0);
    pthread_create(&b, 0, two, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
