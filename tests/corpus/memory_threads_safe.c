// property: valid-memsafety
// verdict: TRUE
// property: no-deadlock
// verdict: TRUE
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

_Atomic int *block;
atomic_int users = 2;

static void *thread(void *arg) {
    *block = 1;
    if (atomic_fetch_sub(&users, 1) == 1) free((void *)block);
    return 0;
}

int main(void) {
    pthread_t a, b;
    block = malloc(sizeof *block);
    pthread_create(&a, 0, thread, 0);
    pthread_create(&b, 0, thread, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
