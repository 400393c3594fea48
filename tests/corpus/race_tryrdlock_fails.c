// property: no-data-race
// verdict: FALSE
// A writer that is noticed has not given anything yet.
#include <pthread.h>

int data; pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

static void *one(void *arg) {
    data = 1;
    pthread_rwlock_wrlock(&lock);
    return 0;
}

static void *other(void *arg) {
    if (pthread_rwlock_tryrdlock(&lock) != 0)
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
