// property: no-deadlock
// verdict: TRUE
// Main ends as a thread, after it has given back its lock; a lock under a condition is given back under the same one.
#include <pthread.h>

extern _Bool __VERIFIER_nondet_bool(void);
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER, rare = PTHREAD_MUTEX_INITIALIZER;

void *work(void *arg) {
    _Bool careful = __VERIFIER_nondet_bool();
    pthread_mutex_lock(&lock);
    if (careful)
        pthread_mutex_lock(&rare);
    if (careful)
        pthread_mutex_unlock(&rare);
    pthread_mutex_unlock(&lock);
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_mutex_lock(&lock);
    pthread_create(&thread, 0, work, 0);
    pthread_create(&thread, 0, work, 0);
    pthread_mutex_unlock(&lock);
    pthread_exit(0);
}
