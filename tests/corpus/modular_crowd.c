// property: no-data-race
// verdict: TRUE
// verdict explicit: UNKNOWN(timeout)
// property: unreach-call
// verdict: TRUE
// verdict explicit: UNKNOWN(timeout)
// Threads are created for ever; what the first ones read was written before any of them.
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int limit, taken;

static void *work(void *arg) {
    pthread_mutex_lock(&m);
    if (taken < limit) taken++;
    assert(taken <= 50);
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void) {
    pthread_t t;
    limit = 50;
    for (;;) pthread_create(&t, 0, work, 0);
}
