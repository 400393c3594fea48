// property: unreach-call
// verdict: TRUE
// property: no-deadlock
// verdict: FALSE
// A thread ends with a recursive mutex: no later one may take it.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
static pthread_mutex_t mutex = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static int taken;

static void *thread(void *arg) {
    pthread_mutex_lock(&mutex);
    taken++;
    assert(taken == 1);
    return 0;
}

int main(void) {
    while (__VERIFIER_nondet_int()) {
        pthread_t t;
        pthread_create(&t, 0, thread, 0);
        pthread_join(t, 0);
    }
    return 0;
}
