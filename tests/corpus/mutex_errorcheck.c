// property: unreach-call
// verdict: TRUE
// property: no-deadlock
// verdict: TRUE
#include <assert.h>
#include <errno.h>
#include <pthread.h>

pthread_mutex_t mutex;

static void *thread(void *arg) {
    assert(pthread_mutex_unlock(&mutex) == EPERM); // main holds it
    assert(pthread_mutex_trylock(&mutex) == EBUSY);
    return 0;
}

int main(void) {
    pthread_mutexattr_t attr;
    pthread_mutexattr_init(&attr);
    pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_ERRORCHECK);
    pthread_mutex_init(&mutex, &attr);
    assert(pthread_mutex_lock(&mutex) == 0);
    assert(pthread_mutex_lock(&mutex) == EDEADLK);
    pthread_t t;
    pthread_create(&t, 0, thread, 0);
    pthread_join(t, 0);
    assert(pthread_mutex_unlock(&mutex) == 0);
    assert(pthread_mutex_unlock(&mutex) == EPERM);
    return 0;
}
