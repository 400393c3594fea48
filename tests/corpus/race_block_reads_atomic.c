// property: no-data-race
// verdict: FALSE
// A plain read in a block of SV-COMP does not synchronise with a sequentially consistent store.
#include <pthread.h>
#include <stdatomic.h>
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
int data;
atomic_int ready;

static void *one(void *arg) { data = 1; atomic_store(&ready, 1); return 0; }
static void *two(void *arg) {
    __VERIFIER_atomic_begin();
    int seen = *(int *)&ready;
    __VERIFIER_atomic_end();
    if (seen) data = 2;
    return 0;
}
int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, one, 0); pthread_create(&b, 0, two, 0);
    pthread_join(a, 0); pthread_join(b, 0);
    return 0;
}
