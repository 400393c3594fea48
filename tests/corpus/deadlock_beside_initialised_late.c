// property: no-deadlock
// verdict: UNKNOWN(threads that wait for each other until another one breaks the rules of locks)
// Two threads wait for each other until a third one initialises a mutex again that is held, very late: that is undefined.
#include <pthread.h>

pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
int turns;

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
    for (;;)
        if (++turns == 250) {
            pthread_mutex_init(&a, 0);
            turns = 0;
        }
}
