// property: no-data-race
// verdict: TRUE
// A lock that is taken by an attempt is a lock.
#include <pthread.h>

int data; pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *one(void *arg) {
    pthread_mutex_lock(&lock);
    data = 1;
    pthread_mutex_unlock(&lock);
    return 0;
}

static void *other(void *arg) {
    if (pthread_mutex_trylock(&lock) == 0) {
        data++;
        pthread_mutex_unlock(&lock);
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
