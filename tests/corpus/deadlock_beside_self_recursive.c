// property: no-deadlock
// verdict: TRUE
// A recursive mutex may be locked twice, and an error-checking one says so.
#define _GNU_SOURCE
#include <pthread.h>
#include <unistd.h>

pthread_mutex_t a = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP, b = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;

static void *one(void *arg) {
    pthread_mutex_lock(&a);
    pthread_mutex_lock(&a);
    pthread_mutex_unlock(&a);
    pthread_mutex_unlock(&a);
    pthread_mutex_lock(&b);
    pthread_mutex_lock(&b);
    pthread_mutex_unlock(&b);
    return 0;
}

int main(void) {
    pthread_t t0;
    pthread_create(&t0, 0, one, 0);
    while (1)
        sleep(1);
}
