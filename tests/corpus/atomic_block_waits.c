// property: unreach-call
// verdict: TRUE
// property: no-deadlock
// verdict: TRUE
// A block that has to wait is tried again as a whole: nothing of it happens before the lock is free.
#include <assert.h>
#include <pthread.h>
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int x;

static void *thread(void *arg) {
    __VERIFIER_atomic_begin();
    x = 1;
    pthread_mutex_lock(&mutex);
    x = 2;
    pthread_mutex_unlock(&mutex);
    __VERIFIER_atomic_end();
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_mutex_lock(&mutex);
    pthread_create(&t, 0, thread, 0);
    assert(x == 0);
    pthread_mutex_unlock(&mutex);
    int seen = x;
    assert(seen != 1);
    pthread_join(t, 0);
    assert(x == 2);
    return 0;
}
