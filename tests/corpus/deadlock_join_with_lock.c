// property: no-deadlock
// verdict: FALSE
// Main joins a thread that waits for the lock which main holds.
#include <pthread.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *work(void *arg) {
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    pthread_mutex_lock(&lock);
    pthread_join(thread, 0);
    pthread_mutex_unlock(&lock);
    return 0;
}
