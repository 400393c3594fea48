// property: no-deadlock
// verdict: FALSE
// A thread waits for itself: an ordinary mutex is locked twice.
#include <pthread.h>
#include <unistd.h>

pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER;

static void *one(void *arg) {
    pthread_mutex_lock(&a);
    pthread_mutex_lock(&a);
    pthread_mutex_unlock(&a);
    return 0;
}

int main(void) {
    pthread_t t0;
    pthread_create(&t0, 0, one, 0);
    while (1)
        sleep(1);
}
