// property: no-data-race
// verdict: FALSE
// An atomic block that frees the lock is not ordered with the exchange that takes it next.
#include <pthread.h>
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);

int lock, data;

static void *one(void *arg) {
    while (__sync_lock_test_and_set(&lock, 1)) {
    }
    data++;
    __VERIFIER_atomic_begin();
    lock = 0;
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
