// property: unreach-call
// verdict: TRUE
// property: no-deadlock
// verdict: FALSE
// As cancel_wait, without a handler: the cancelled thread keeps the mutex.
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static int go, cleaned;

static void unlock(void *mutex) {
    cleaned++;
    pthread_mutex_unlock(mutex);
}

static void *wait_for_it(void *argument) {
    pthread_mutex_lock(&lock);
    while (!go)
        pthread_cond_wait(&condition, &lock);
    unlock(&lock);
    return argument;
}

int main(void) {
    pthread_t thread;
    void *result;
    pthread_create(&thread, 0, wait_for_it, 0);
    pthread_cancel(thread);
    pthread_join(thread, &result);
    assert(result == PTHREAD_CANCELED);
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
    return 0;
}
