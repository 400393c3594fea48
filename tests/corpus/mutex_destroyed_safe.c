// property: unreach-call
// verdict: TRUE
// property: no-deadlock
// verdict: TRUE
// A mutex that is destroyed when nobody uses it any more, and initialised again.
#include <assert.h>
#include <pthread.h>
#include <threads.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
mtx_t other;
int count;

static void *add(void *arg) {
    pthread_mutex_lock(&mutex);
    count++;
    pthread_mutex_unlock(&mutex);
    return 0;
}

int main(void) {
    pthread_t thread;
    mtx_init(&other, mtx_plain);
    pthread_create(&thread, 0, add, 0);
    add(0);
    mtx_lock(&other);
    mtx_unlock(&other);
    mtx_destroy(&other);
    pthread_join(thread, 0);
    assert(pthread_mutex_destroy(&mutex) == 0);
    pthread_mutex_init(&mutex, 0);
    add(0);
    assert(count == 3);
    assert(pthread_mutex_destroy(&mutex) == 0);
    return 0;
}
