// property: unreach-call
// verdict: FALSE
// Tickets: two threads may take the same one.
#include <assert.h>
#include <pthread.h>

unsigned next, serving;
int inside;

static unsigned take(void) { return next++; }

static void *work(void *arg) {
    unsigned mine = take();
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
