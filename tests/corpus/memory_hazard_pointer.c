// property: unreach-call
// verdict: TRUE
// property: valid-memsafety
// verdict: TRUE
// The reader says which object it uses, and looks again whether it is still there, by an address that may have been freed.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

_Atomic(int *) current, used;

static void *reader(void *arg) {
    int *object;
    do {
        object = atomic_load(&current);
        atomic_store(&used, object);
    } while (object != atomic_load(&current));
    assert(*object > 0);
    atomic_store(&used, 0);
    return 0;
}

int main(void) {
    int *first = malloc(sizeof *first), *second = malloc(sizeof *second);
    *first = 1;
    *second = 2;
    atomic_store(&current, first);
    pthread_t thread;
    pthread_create(&thread, 0, reader, 0);
    atomic_store(&current, second);
    while (atomic_load(&used) == first)
        ;
    free(first);
    pthread_join(thread, 0);
    free(second);
    return 0;
}
