// property: unreach-call
// verdict: TRUE
// Tickets: those of two threads are different, and none is served before its turn.
#include <assert.h>
#include <pthread.h>

unsigned next, serving;
int inside;

static unsigned __VERIFIER_atomic_take(void) { return next++; }

static void *work(void *arg) {
    unsigned mine = __VERIFIER_atomic_take();
    while (serving != mine) {}
    inside = 1;
    assert(inside == 1);
    inside = 0;
    serving = serving + 1;
    return 0;
}

int main(void) {
    pthread_t t;
    for (int i = 0; i < 2; i++) pthread_create(&t, 0, work, 0);
    pthread_exit(0);
}
