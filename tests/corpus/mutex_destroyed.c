// property: unreach-call
// verdict: UNKNOWN(undefined behaviour)
// property: no-data-race
// verdict: UNKNOWN(undefined behaviour)
// Main destroys the mutex that a detached thread may still have to take.
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int count;

static void *add(void *arg) {
    pthread_mutex_lock(&mutex);
    count++;
    pthread_mutex_unlock(&mutex);
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, add, 0);
    pthread_detach(thread);
    add(0);
    pthread_mutex_destroy(&mutex);
    pthread_exit(0);
}
