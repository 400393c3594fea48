// property: unreach-call
// verdict: TRUE
// property: no-data-race
// verdict: TRUE
// A thread creates a thread and joins it; results travel up.
#include <assert.h>
#include <pthread.h>

int order;

static void *inner(void *arg) {
    order = 1;
    return (void *)7;
}

static void *outer(void *arg) {
    pthread_t t;
    void *r;
    pthread_create(&t, 0, inner, 0);
    pthread_join(t, &r);
    assert(order == 1);
    order = 2;
    return r;
}

int main(void) {
    pthread_t t;
    void *r;
    pthread_create(&t, 0, outer, 0);
    pthread_join(t, &r);
    assert(order == 2 && r == (void *)7);
    return 0;
}
