// property: no-deadlock
// verdict: FALSE
// Two threads wait for each other; their mutexes were initialised before that, and are not again.
#include <pthread.h>

pthread_mutex_t a, b;

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
    pthread_mutex_init(&a, 0);
    pthread_mutex_init(&b, 0);
    pthread_create(&t0, 0, one, 0);
    pthread_create(&t1, 0, other, 0);
    for (;;) {
    }
}
