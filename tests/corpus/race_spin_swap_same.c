// property: no-data-race
// verdict: FALSE
// A compare-and-exchange writes what was there, but only where it finds that; who reads without order before that races with it.
#include <pthread.h>
#include <stdatomic.h>

atomic_int lock;

static void *one(void *arg) {
    int seen = *(int *)&lock;
    while (atomic_exchange_explicit(&lock, 1, memory_order_acquire)) {
    }
    return 0;
}

static void *two(void *arg) {
    for (;;) {
        int expected = 1;
        atomic_compare_exchange_strong_explicit(&lock, &expected, 1, memory_order_acquire, memory_order_relaxed);
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
