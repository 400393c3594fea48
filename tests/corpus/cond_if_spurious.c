// property: unreach-call
// verdict: FALSE
// A wake-up may be spurious, so that `if` is not enough.
#include <assert.h>
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
int ready;

static void *producer(void *arg) {
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
    if (!ready) pthread_cond_wait(&changed, &mutex);
    assert(ready);
    pthread_mutex_unlock(&mutex);
    return 0;
}
