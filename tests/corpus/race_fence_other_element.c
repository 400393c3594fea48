// property: no-data-race
// verdict: FALSE
// Flags in an array announce elements of another one, but the one that was read is not about the element that is written.
#include <pthread.h>
#include <stdatomic.h>

int data[2];
atomic_int ready[2];

static void *producer(void *arg) {
    int k = *(int *)arg;
    data[k] = 1;
    atomic_store_explicit(&ready[k], 1, memory_order_release);
    return 0;
}

int main(void) {
    pthread_t a, b;
    int first = 0, second = 1;
    pthread_create(&a, 0, producer, &first);
    pthread_create(&b, 0, producer, &second);
    for (int k = 0; k < 2; k++)
        if (atomic_load_explicit(&ready[k], memory_order_relaxed)) {
            atomic_thread_fence(memory_order_acquire);
            data[1 - k] = 2;
        }
    pthread_join(a, 0);
    pthread_join(b, 0);
    return data[0];
}
