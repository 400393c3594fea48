// property: unreach-call
// verdict: TRUE
// property: valid-memsafety
// verdict: TRUE
// Whoever takes the object away frees it; nobody else expects it to be there.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

_Atomic(int *) slot;

static void *put(void *arg) {
    int *empty = 0, *mine = malloc(sizeof *mine);
    *mine = 1;
    if (!atomic_compare_exchange_strong(&slot, &empty, mine))
        free(mine);
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, put, 0);
    put(0);
    int *found = atomic_exchange(&slot, 0);
    assert(found && *found == 1);
    free(found);
    pthread_join(thread, 0);
    return 0;
}
