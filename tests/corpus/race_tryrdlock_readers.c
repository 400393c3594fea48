// property: no-data-race
// verdict: FALSE
// Readers do not synchronise with each other; the flag, which is relaxed, does not either.
#include <pthread.h>
#include <stdatomic.h>

int data; atomic_int ready; pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

static void *one(void *arg) {
    data = 1;
    pthread_rwlock_rdlock(&lock);
    pthread_rwlock_unlock(&lock);
    atomic_store_explicit(&ready, 1, memory_order_relaxed);
    return 0;
}

static void *other(void *arg) {
    if (atomic_load_explicit(&ready, memory_order_relaxed)) {
        pthread_rwlock_rdlock(&lock);
        data++;
        pthread_rwlock_unlock(&lock);
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
