// verdict: FALSE(no-deadlock), FALSE(no-data-race)
// A signal that comes before the wait is lost: the consumer must test the condition under the mutex, not before it.
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
int ready;

void *consumer(void *arg) {
    if (!ready) { // the producer may run between this test and the wait
        pthread_mutex_lock(&mutex);
        pthread_cond_wait(&changed, &mutex);
        pthread_mutex_unlock(&mutex);
    }
    return arg;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, consumer, 0);
    pthread_mutex_lock(&mutex);
    ready = 1;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&mutex);
    pthread_join(thread, 0);
    return 0;
}
