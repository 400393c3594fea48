// property: no-data-race
// verdict: FALSE
// The last one frees, and nothing orders it after what the other one has done.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

int *data; atomic_int users = 2;

static void *one(void *arg) {
    *data += 0;
    if (atomic_fetch_sub_explicit(&users, 1, memory_order_relaxed) == 1)
        free(data);
    return 0;
}

static void *other(void *arg) {
    if (atomic_fetch_sub_explicit(&users, 1, memory_order_relaxed) == 1)
        free(data);
    return 0;
}

int main(void) {
    pthread_t a, b;
    data = malloc(sizeof *data);
    *data = 0;
    pthread_create(&a, 0, one, 0);
    pthread_create(&b, 0, other, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
