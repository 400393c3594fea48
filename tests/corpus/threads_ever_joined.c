// property: unreach-call
// verdict: TRUE
// property: no-data-race
// verdict: TRUE
// property: no-deadlock
// verdict: TRUE
// Threads are created and joined for ever: there are never more than two at a time.
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
static int done;

static void *thread(void *arg) {
    done = 1;
    return 0;
}

int main(void) {
    while (__VERIFIER_nondet_int()) {
        pthread_t t;
        done = 0;
        pthread_create(&t, 0, thread, 0);
        pthread_join(t, 0);
        assert(done == 1);
    }
    return 0;
}
