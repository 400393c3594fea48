// PROTECTED: TRUE(unreach-call)
// PROTECTED: TRUE(no-data-race)
// PROTECTED: TRUE(no-deadlock)
// UNPROTECTED: FALSE(unreach-call)
// UNPROTECTED: FALSE(no-data-race)
// OPPOSITE: FALSE(no-deadlock)
// RELOCK: FALSE(no-deadlock)
// RECURSIVE: TRUE(unreach-call)
// RECURSIVE: TRUE(no-deadlock)
// CHECKING: TRUE(unreach-call)
// TRYLOCK: TRUE(unreach-call)
// TRYLOCK: TRUE(no-deadlock)
// TRYLOCK_FAILS: FALSE(unreach-call)
// TIMED: TRUE(no-deadlock)
// TIMED_OUT: FALSE(unreach-call)
// TIMED_OUT_UNHELD: TRUE(unreach-call)
// FOREIGN: UNKNOWN(unreach-call)
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>

pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t recursive = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP, checking = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
int count;
struct timespec soon;

void *worker(void *arg) {
    int mine = 0;
#if defined PROTECTED
    pthread_mutex_lock(&a);
    count++;
    pthread_mutex_unlock(&a);
#elif defined UNPROTECTED
    count++;
#elif defined OPPOSITE
    pthread_mutex_lock(arg ? &a : &b);
    pthread_mutex_lock(arg ? &b : &a);
    count++;
    pthread_mutex_unlock(&a);
    pthread_mutex_unlock(&b);
#elif defined RELOCK
    pthread_mutex_lock(&a);
    pthread_mutex_lock(&a);
#elif defined RECURSIVE
    pthread_mutex_lock(&recursive);
    pthread_mutex_lock(&recursive);
    count++;
    pthread_mutex_unlock(&recursive);
    count++;
    assert(count == 2 || count == 4);
    pthread_mutex_unlock(&recursive);
#elif defined CHECKING
    assert(pthread_mutex_unlock(&checking) == EPERM);
    pthread_mutex_lock(&checking);
    assert(pthread_mutex_lock(&checking) == EDEADLK);
    count++;
    pthread_mutex_unlock(&checking);
#elif defined TRYLOCK || defined TRYLOCK_FAILS
    if (pthread_mutex_trylock(&a) == 0) {
        mine = ++count;
        assert(count == mine);
        pthread_mutex_unlock(&a);
    }
#ifdef TRYLOCK_FAILS
    assert(mine);
#endif
#elif defined TIMED || defined TIMED_OUT
    int result = pthread_mutex_timedlock(&a, &soon);
    if (result == 0) {
        count++;
        pthread_mutex_unlock(&a);
    }
#ifdef TIMED_OUT
    assert(result != ETIMEDOUT);
#endif
#elif defined TIMED_OUT_UNHELD
    pthread_mutex_lock(&b);
    assert(pthread_mutex_timedlock(&a, &soon) == 0);
    pthread_mutex_unlock(&a);
    pthread_mutex_unlock(&b);
#elif defined FOREIGN
    pthread_mutex_unlock(&a);
#endif
    return 0;
}

int main(void) {
    pthread_t one, two;
#if defined FOREIGN
    pthread_mutex_lock(&a);
#endif
    pthread_create(&one, 0, worker, 0);
    pthread_create(&two, 0, worker, &count);
    pthread_join(one, 0);
    pthread_join(two, 0);
#if defined PROTECTED || defined UNPROTECTED
    assert(count == 2);
#elif defined TRYLOCK
    assert(count > 0 && pthread_mutex_trylock(&a) == 0);
#endif
    return 0;
}
