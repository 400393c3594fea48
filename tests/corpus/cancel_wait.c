// property: unreach-call
// verdict: TRUE
// property: no-deadlock
// verdict: TRUE
// property: no-data-race
// verdict: TRUE
// A thread that waits for a condition is cancelled: it takes the mutex again, and its handler unlocks it.
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
    pthread_cleanup_push(unlock, &lock);
    while (!go)
        pthread_cond_wait(&condition, &lock);
    pthread_cleanup_pop(1);
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
    assert(cleaned == 1);
    pthread_mutex_unlock(&lock);
    return 0;
}
