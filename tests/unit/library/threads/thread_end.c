// RETURNS: TRUE(unreach-call)
// RETURNS: TRUE(no-data-race)
// EXITS: TRUE(unreach-call)
// FREES: TRUE(valid-memsafety)
// FREES_WRONGLY: FALSE(valid-memsafety)
// ANY_ORDER: FALSE(unreach-call)
// AGAIN: TRUE(unreach-call)
// ENDLESS: UNKNOWN(unreach-call)
// DELETED: TRUE(unreach-call)
// MAIN_RETURNS: TRUE(unreach-call)
// MAIN_EXITS: FALSE(unreach-call)
// CLEANUP: TRUE(unreach-call)
// CLEANUP: TRUE(no-deadlock)
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <threads.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_key_t key;
tss_t other;
int calls, last;

#if defined FREES || defined FREES_WRONGLY
#define DESTROY free
#else
#define DESTROY destroy
#endif

void destroy(void *value) {
    assert(pthread_getspecific(key) == 0);
    calls++;
    last = 1;
#if defined AGAIN
    if (calls < 3)
        pthread_setspecific(key, value);
#elif defined ENDLESS
    pthread_setspecific(key, value);
#elif defined MAIN_EXITS || defined MAIN_RETURNS
    assert(0);
#endif
}

void second(void *value) {
    last = 2;
}

void unlock(void *lock) {
    pthread_mutex_unlock(lock);
}

void digit(void *value) {
    last = last * 10 + *(int *)value;
}

void *worker(void *arg) {
#if defined FREES
    pthread_setspecific(key, malloc(3));
#elif defined CLEANUP
    static int one = 1, two = 2, three = 3;
    pthread_mutex_lock(&mutex);
    pthread_cleanup_push(unlock, &mutex);
    pthread_cleanup_push(digit, &three);
    pthread_cleanup_push(digit, &one);
    pthread_cleanup_pop(1);
    pthread_cleanup_push(digit, &two);
    pthread_cleanup_push(digit, &one);
    pthread_cleanup_pop(0);
    if (arg)
        pthread_exit(arg);
    pthread_cleanup_pop(0);
    pthread_cleanup_pop(0);
    pthread_cleanup_pop(0);
#else
    pthread_setspecific(key, arg);
#endif
#if defined ANY_ORDER
    tss_set(other, arg);
#elif defined DELETED
    pthread_key_delete(key);
#elif defined EXITS
    pthread_exit(arg);
#endif
    return arg;
}

int main(void) {
    pthread_t thread;
    void *result = 0;
    pthread_key_create(&key, DESTROY);
    tss_create(&other, second);
#if defined MAIN_RETURNS || defined MAIN_EXITS
    worker(&thread);
#if defined MAIN_EXITS
    pthread_exit(0);
#endif
    return 0;
#endif
    assert(worker != 0 && calls == 0);
    pthread_create(&thread, 0, worker, &thread);
    pthread_join(thread, &result);
    assert(result == &thread);
#if defined RETURNS || defined EXITS
    assert(calls == 1 && last == 1);
#elif defined ANY_ORDER
    assert(last == 2);
#elif defined AGAIN
    assert(calls == 3);
#elif defined DELETED
    assert(calls == 0);
#elif defined CLEANUP
    assert(last == 123);
    pthread_mutex_lock(&mutex);
#endif
    return 0;
}
