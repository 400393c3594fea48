// property: unreach-call
// verdict: TRUE
// property: no-deadlock
// verdict: TRUE
// Returning from main ends the program, also for a thread that waits.
#include <assert.h>
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *thread(void *arg) {
    pthread_mutex_lock(&mutex); // main never lets go
    assert(0);
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_mutex_lock(&mutex);
    pthread_create(&t, 0, thread, 0);
    return 0;
}
