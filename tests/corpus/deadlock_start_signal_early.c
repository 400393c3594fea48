// property: no-deadlock
// verdict: FALSE
// Main wakes the threads before it says that they may begin: one that looks in between sleeps for ever.
#include <pthread.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t begin = PTHREAD_COND_INITIALIZER;
int go;

void *work(void *arg) {
    pthread_mutex_lock(&lock);
    while (!go)
        pthread_cond_wait(&begin, &lock);
    pthread_mutex_unlock(&lock);
    return 0;
}

int main(void) {
    pthread_t one, two;
    pthread_create(&one, 0, work, 0);
    pthread_create(&two, 0, work, 0);
    pthread_mutex_lock(&lock);

    pthread_cond_broadcast(&begin);
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
    go = 1;
    pthread_mutex_unlock(&lock);
    pthread_join(one, 0);
    pthread_join(two, 0);
    return 0;
}
