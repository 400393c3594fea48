// property: no-data-race
// verdict: FALSE
// A spin lock out of an acquiring exchange, which looks while it is taken, and is left too early.
#include <pthread.h>
#include <stdatomic.h>

atomic_int first, second;
int one, two;

static void take(atomic_int *lock) {
    while (atomic_exchange_explicit(lock, 1, memory_order_acquire))
        while (atomic_load_explicit(lock, memory_order_relaxed)) {}
}

static void swap(atomic_int *lock) {
    int free = 0;
    while (!atomic_compare_exchange_strong_explicit(lock, &free, 1, memory_order_acquire, memory_order_relaxed))
        free = 0;
}

static void leave(atomic_int *lock) { atomic_store_explicit(lock, 0, memory_order_release); }

static void *thread(void *arg) {
    take(&first);
    one++;
    leave(&first);
    swap(&second);

    leave(&second);
    two++;
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, thread, 0);
    pthread_create(&b, 0, thread, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return one + two;
}
