// property: unreach-call
// verdict: FALSE
// A request takes effect at the next cancellation point only: the first thread can still set `late`; the other one cannot.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
static sem_t never;
static int late, never_set;

static void *first(void *argument) {
    late = 1;
    pthread_testcancel();
    for (;;)
        pthread_testcancel();
    return argument;
}

static void *second(void *argument) {
    sem_wait(&never);
    never_set = 1;
    return argument;
}

int main(void) {
    pthread_t one, two;
    void *result;
    sem_init(&never, 0, 0);
    pthread_create(&one, 0, first, 0);
    pthread_create(&two, 0, second, 0);
    pthread_cancel(one);
    pthread_cancel(two);
    pthread_join(two, &result);
    assert(result == PTHREAD_CANCELED && !never_set);
    pthread_join(one, &result);
    assert(result == PTHREAD_CANCELED);
    assert(!late);
    return 0;
}
