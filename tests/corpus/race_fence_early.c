// property: no-data-race
// verdict: FALSE
// The release fence comes before the data is written.
#include <pthread.h>
#include <stdatomic.h>

int data; atomic_int ready;

static void *one(void *arg) {
    atomic_thread_fence(memory_order_release);
    data = 1;
    atomic_store_explicit(&ready, 1, memory_order_relaxed);
    return 0;
}

static void *other(void *arg) {
    if (atomic_load_explicit(&ready, memory_order_relaxed)) {
        atomic_thread_fence(memory_order_acquire);
        data++;
    }
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
