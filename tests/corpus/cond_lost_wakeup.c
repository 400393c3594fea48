// property: no-deadlock
// verdict: FALSE
// property: unreach-call
// verdict: TRUE
// The signal may come before the wait. That a spurious wake-up could help is no excuse: nothing promises one.
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

static void *producer(void *arg) {
    pthread_mutex_lock(&mutex);
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&mutex);
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, producer, 0);
    pthread_mutex_lock(&mutex);
    pthread_cond_wait(&changed, &mutex);
    pthread_mutex_unlock(&mutex);
    pthread_join(t, 0);
    return 0;
}
