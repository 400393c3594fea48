// property: no-deadlock
// verdict: FALSE
// Two threads wait for each other, while a third one initialises a mutex of its own again and again.
#include <pthread.h>

pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t mine;

static void *one(void *arg) {
    pthread_mutex_lock(&a);
    pthread_mutex_lock(&b);
    pthread_mutex_unlock(&b);
    pthread_mutex_unlock(&a);
    return 0;
}

static void *other(void *arg) {
    pthread_mutex_lock(&b);
    pthread_mutex_lock(&a);
    pthread_mutex_unlock(&a);
    pthread_mutex_unlock(&b);
    return 0;
}

int main(void) {
    pthread_t t0, t1;
    pthread_create(&t0, 0, one, 0);
    pthread_create(&t1, 0, other, 0);
    for (;;) {
        pthread_mutex_init(&mine, 0);
        pthread_mutex_lock(&mine);
        pthread_mutex_unlock(&mine);
        pthread_mutex_destroy(&mine);
    }
}
