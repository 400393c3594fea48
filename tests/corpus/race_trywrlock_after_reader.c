// property: no-data-race
// verdict: TRUE
// A writer comes after the readers that have left.
#include <pthread.h>
#include <stdatomic.h>

int data; atomic_int ready; pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

static void *one(void *arg) {
    pthread_rwlock_rdlock(&lock);
    data = 1;
    pthread_rwlock_unlock(&lock);
    atomic_store_explicit(&ready, 1, memory_order_relaxed);
    return 0;
}

static void *other(void *arg) {
    if (atomic_load_explicit(&ready, memory_order_relaxed) && pthread_rwlock_trywrlock(&lock) == 0) {
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
