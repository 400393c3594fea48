// property: no-data-race
// verdict: TRUE
// A compare-and-exchange that fails reads with the order for failure.
#include <pthread.h>
#include <stdatomic.h>

int data; atomic_int ready, count;

static void *one(void *arg) {
    data = 1;
    atomic_store_explicit(&ready, 1, memory_order_release);
    return 0;
}

static void *other(void *arg) {
    int expected = 0;
    if (!atomic_compare_exchange_strong_explicit(&ready, &expected, 2, memory_order_relaxed, memory_order_acquire))
        data++;
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, one, 0);
    pthread_create(&b, 0, other, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
