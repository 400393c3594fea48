// property: no-data-race
// verdict: FALSE
// A block that main has filled is overwritten as a whole before the fence that would have ordered this.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

struct box { atomic_int state; int cells[2]; };

static void *user(void *object) {
    struct box *box = object;
    box->cells[1] = 3;
    atomic_store_explicit(&box->state, 1, memory_order_release);
    return 0;
}

int main(void) {
    pthread_t a;
    struct box *box = malloc(sizeof *box);
    memset(box->cells, 0, sizeof box->cells);
    atomic_init(&box->state, 0);
    pthread_create(&a, 0, user, box);
    if (atomic_load_explicit(&box->state, memory_order_relaxed) == 1) {
        memset(box->cells, 1, sizeof box->cells);
        atomic_thread_fence(memory_order_acquire);
    }
    pthread_join(a, 0);
    free(box);
    return 0;
}
