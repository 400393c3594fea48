// property: no-data-race
// verdict: FALSE
// A block reads what a release store has written: these are not ordered, whatever spin locks there are besides.
#include <pthread.h>
#include <stdatomic.h>
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);

int lock, data, counter;
atomic_int ready;

static void count(void) {
    while (__sync_lock_test_and_set(&lock, 1)) {
    }
    counter++;
    __sync_lock_release(&lock);
}

static void *one(void *arg) {
    count();
    data = 1;
    atomic_store(&ready, 1);
    return 0;
}

static void *two(void *arg) {
    count();
    __VERIFIER_atomic_begin();
    int seen = *(int *)&ready;
    __VERIFIER_atomic_end();
    if (seen)
        data = 2;
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, one, 0);
    pthread_create(&b, 0, two, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
