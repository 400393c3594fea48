// verdict: FALSE(no-data-race)
// A flag that is set under the mutex but read without it.
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int done;

void *worker(void *arg) {
    pthread_mutex_lock(&mutex);
    done = 1;
    pthread_mutex_unlock(&mutex);
    return arg;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    int seen = done; // the mutex is missing here
    pthread_join(thread, 0);
    return seen;
}
