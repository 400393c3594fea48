// property: no-data-race
// verdict: TRUE
// The last one frees: every decrement releases, and the last one acquires by a fence.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

int *data; atomic_int users = 2;

static void *one(void *arg) {
    *data += 0;
    if (atomic_fetch_sub_explicit(&users, 1, memory_order_release) == 1) {
        atomic_thread_fence(memory_order_acquire);
        free(data);
    }
    return 0;
}

static void *other(void *arg) {
    if (atomic_fetch_sub_explicit(&users, 1, memory_order_release) == 1) {
        atomic_thread_fence(memory_order_acquire);
        free(data);
    }
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
