// LOOP: TRUE(unreach-call)
// LOOP: TRUE(no-data-race)
// LOOP spurious=off: TRUE(unreach-call)
// LOOP spurious=off: TRUE(no-deadlock)
// SINGLE: FALSE(unreach-call)
// SINGLE spurious=off: TRUE(unreach-call)
// LOST spurious=off: FALSE(no-deadlock)
// LOST: FALSE(no-deadlock)
// BROADCAST spurious=off: TRUE(no-deadlock)
// SIGNAL_ONE spurious=off: FALSE(no-deadlock)
// TIMED: TRUE(no-deadlock)
// TIMED spurious=off: TRUE(no-deadlock)
// TIMED_OUT spurious=off: FALSE(unreach-call)
// TIMED_SIGNALLED spurious=off: FALSE(unreach-call)
// UNHELD: UNKNOWN(unreach-call)
#include <assert.h>
#include <errno.h>
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
int ready, value;
struct timespec soon;

void *waiter(void *arg) {
#ifndef UNHELD
    pthread_mutex_lock(&mutex);
#endif
#if defined SINGLE
    if (!ready)
        pthread_cond_wait(&condition, &mutex);
    assert(ready);
#elif defined LOST || defined UNHELD
    pthread_cond_wait(&condition, &mutex);
#elif defined TIMED
    pthread_cond_timedwait(&condition, &mutex, &soon);
#elif defined TIMED_OUT || defined TIMED_SIGNALLED
    int result = pthread_cond_timedwait(&condition, &mutex, &soon);
#ifdef TIMED_OUT
    assert(result == 0);
#else
    assert(result == ETIMEDOUT);
#endif
#else
    while (!ready)
        pthread_cond_wait(&condition, &mutex);
    assert(value == 1);
#endif
    pthread_mutex_unlock(&mutex);
    return 0;
}

int main(void) {
    pthread_t one, two;
    pthread_create(&one, 0, waiter, 0);
#if defined BROADCAST || defined SIGNAL_ONE
    pthread_create(&two, 0, waiter, 0);
#endif
    pthread_mutex_lock(&mutex);
    value = ready = 1;
#if defined BROADCAST
    pthread_cond_broadcast(&condition);
#else
    pthread_cond_signal(&condition);
#endif
    pthread_mutex_unlock(&mutex);
    pthread_join(one, 0);
#if defined BROADCAST || defined SIGNAL_ONE
    pthread_join(two, 0);
#endif
    return 0;
}
