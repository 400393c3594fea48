// property: no-deadlock
// verdict: TRUE
// verdict explicit: UNKNOWN(timeout)
// Two locks in opposite orders, for ever, but only with a third one held. Any number of threads.
#include <pthread.h>

pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER, a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;

void *forwards(void *arg) {
    while (1) {
        pthread_mutex_lock(&gate);
        pthread_mutex_lock(&a);
        pthread_mutex_lock(&b);
        pthread_mutex_unlock(&gate);
        pthread_mutex_unlock(&b);
        pthread_mutex_unlock(&a);
    }
}

void *backwards(void *arg) {
    pthread_mutex_lock(&gate);
    pthread_mutex_lock(&b);
    pthread_mutex_lock(&a);
    pthread_mutex_unlock(&a);
    pthread_mutex_unlock(&b);
    pthread_mutex_unlock(&gate);
    return 0;
}

int main(void) {
    pthread_t thread;
    while (1) {
        pthread_create(&thread, 0, forwards, 0);
        pthread_create(&thread, 0, backwards, 0);
    }
}
