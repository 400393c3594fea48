// property: no-data-race
// verdict: TRUE
// While the lock is taken it is looked at by relaxed reads.
#include <pthread.h>

int lock;

static void *one(void *arg) {
    while (__sync_lock_test_and_set(&lock, 1)) {
    }
    return 0;
}

static void *two(void *arg) {
    while (__sync_lock_test_and_set(&lock, 1))
        while (__atomic_load_n(&lock, __ATOMIC_RELAXED)) {
        }
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
