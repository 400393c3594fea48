// property: unreach-call
// verdict: TRUE
// property: no-data-race
// verdict: TRUE
// property: no-deadlock
// verdict: TRUE
#include <assert.h>
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
int ready, data;

static void *producer(void *arg) {
    data = 42;
    pthread_mutex_lock(&mutex);
    ready = 1;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&mutex);
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, producer, 0);
    pthread_mutex_lock(&mutex);
    while (!ready) pthread_cond_wait(&changed, &mutex);
    pthread_mutex_unlock(&mutex);
    assert(data == 42);
    pthread_join(t, 0);
    return 0;
}
