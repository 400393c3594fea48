// property: no-data-race
// verdict: FALSE
// A lock that is found taken tells that its owner has come so far, and orders nothing.
#include <pthread.h>

int data; pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *one(void *arg) {
    data = 1;
    pthread_mutex_lock(&lock);
    return 0;
}

static void *other(void *arg) {
    if (pthread_mutex_trylock(&lock) != 0)
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
