// property: unreach-call
// verdict: UNKNOWN(undefined behaviour)
// The object that a compare-and-exchange expects was freed: a new one may be at its address by now, and the exchange succeed.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

_Atomic(int *) top;

static void *replace(void *arg) {
    int *old = atomic_exchange(&top, 0);
    free(old);
    int *new = malloc(sizeof *new);
    *new = 2;
    atomic_store(&top, new);
    return 0;
}

int main(void) {
    int *first = malloc(sizeof *first);
    *first = 1;
    atomic_store(&top, first);
    pthread_t thread;
    pthread_create(&thread, 0, replace, 0);
    int *seen = first;
    if (atomic_compare_exchange_strong(&top, &seen, 0))
        assert(*first == 1);
    return 0;
}
