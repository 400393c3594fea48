// property: no-deadlock
// verdict: FALSE
// The initialiser takes a lock that another thread holds while it waits for the initialiser.
#include <pthread.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_once_t once = PTHREAD_ONCE_INIT;

void initialise(void) {
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
}

void *work(void *arg) {
    pthread_once(&once, initialise);
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    pthread_mutex_lock(&lock);
    pthread_once(&once, initialise);
    pthread_mutex_unlock(&lock);
    pthread_join(thread, 0);
    return 0;
}
