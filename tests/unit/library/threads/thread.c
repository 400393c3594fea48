// RESULT: TRUE(unreach-call)
// EXIT: TRUE(unreach-call)
// MAIN_EXITS: FALSE(unreach-call)
// MAIN_RETURNS: FALSE(unreach-call)
// ONCE: TRUE(unreach-call)
// ONCE: TRUE(no-deadlock)
// NOT_ONCE: FALSE(unreach-call)
// KEYS: TRUE(unreach-call)
// HANDLES: TRUE(unreach-call)
// NO_THREAD: UNKNOWN(unreach-call)
// SELF_JOIN: TRUE(no-deadlock)
// DETACHED: UNKNOWN(unreach-call)
// CREATED_DETACHED: UNKNOWN(unreach-call)
// CREATED_JOINABLE: TRUE(unreach-call)
// EXITS: TRUE(unreach-call)
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>

pthread_t threads[2];
pthread_once_t once = PTHREAD_ONCE_INIT;
pthread_key_t key;
int made, done;

void make(void) {
    made++;
    done = 1;
}

void *worker(void *arg) {
#if defined EXIT
    pthread_exit(arg);
#elif defined ONCE
    pthread_once(&once, make);
    assert(made == 1 && done);
#elif defined NOT_ONCE
    if (!done)
        make();
    assert(made == 1);
#elif defined KEYS
    assert(!pthread_getspecific(key));
    pthread_setspecific(key, arg);
    assert(pthread_getspecific(key) == arg);
#elif defined MAIN_EXITS || defined MAIN_RETURNS
    made = 1;
    assert(!done);
#elif defined HANDLES
    assert(!pthread_equal(pthread_self(), *(pthread_t *)arg));
#elif defined EXITS
    exit(0);
#endif
    return arg;
}

int main(void) {
    void *result = &result;
#if defined KEYS
    pthread_key_create(&key, 0);
    pthread_setspecific(key, &done);
#elif defined NO_THREAD
    pthread_join(threads[1], 0);
#elif defined SELF_JOIN
    assert(pthread_join(pthread_self(), 0) == EDEADLK);
#elif defined HANDLES
    pthread_t self = pthread_self();
    pthread_create(&threads[0], 0, worker, &self);
    assert(!pthread_equal(self, threads[0]));
    return 0;
#endif
    pthread_attr_t *how = 0;
#if defined CREATED_DETACHED || defined CREATED_JOINABLE
    pthread_attr_t attributes;
    how = &attributes;
    pthread_attr_init(how);
#endif
#if defined CREATED_DETACHED
    pthread_attr_setdetachstate(how, PTHREAD_CREATE_DETACHED);
#elif defined CREATED_JOINABLE
    pthread_attr_setdetachstate(how, PTHREAD_CREATE_JOINABLE);
#endif
    pthread_create(&threads[0], 0, worker, 0);
    pthread_create(&threads[1], how, worker, &made);
#if defined DETACHED
    assert(pthread_detach(threads[1]) == 0);
#endif
#if defined MAIN_EXITS
    done = 1;
    pthread_exit(0);
#elif defined MAIN_RETURNS
    done = 1;
    return 0;
#endif
    pthread_join(threads[1], &result);
#if defined EXITS
    assert(0);
#endif
    assert(result == &made);
    pthread_join(threads[0], &result);
    assert(result == 0);
    return 0;
}
