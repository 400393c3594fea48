// property: no-deadlock
// verdict: TRUE
// verdict explicit: UNKNOWN(timeout)
// The initialiser takes a lock, and nobody waits for it with that lock.
#include <pthread.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_once_t once = PTHREAD_ONCE_INIT;

void initialise(void) {
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
}

void *work(void *arg) {
    pthread_once(&once, initialise);
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
    return 0;
}

int main(void) {
    pthread_t thread;
    while (1)
        pthread_create(&thread, 0, work, 0);
}
