// property: no-data-race
// verdict: FALSE
// The same for spin locks.
#include <pthread.h>

int data; pthread_spinlock_t lock;

static void *one(void *arg) {
    data = 1;
    pthread_spin_lock(&lock);
    return 0;
}

static void *other(void *arg) {
    if (pthread_spin_trylock(&lock) != 0)
        data++;
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_spin_init(&lock, 0);
    pthread_create(&a, 0, one, 0);
    pthread_create(&b, 0, other, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
