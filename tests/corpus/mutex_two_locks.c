// property: unreach-call
// verdict: FALSE
// property: no-data-race
// verdict: FALSE
// Two different mutexes protect nothing.
#include <assert.h>
#include <pthread.h>

pthread_mutex_t mutexes[2] = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER };
int counter;

static void *thread(void *arg) {
    pthread_mutex_t *mutex = arg;
    pthread_mutex_lock(mutex);
    counter++;
    pthread_mutex_unlock(mutex);
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, thread, &mutexes[0]);
    pthread_create(&b, 0, thread, &mutexes[1]);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(counter == 2);
    return 0;
}
