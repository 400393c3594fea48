// property: no-data-race
// verdict: FALSE
// A write of another thread ends the release sequence; only a read-modify-write would have continued it.
#include <pthread.h>
#include <stdatomic.h>

int data; atomic_int ready;

static void *one(void *arg) {
    data = 1;
    atomic_store_explicit(&ready, 1, memory_order_release);
    return 0;
}

static void *other(void *arg) {
    if (atomic_load_explicit(&ready, memory_order_relaxed) == 1) {
        atomic_store_explicit(&ready, 2, memory_order_relaxed);
        if (atomic_load_explicit(&ready, memory_order_acquire) == 2)
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
