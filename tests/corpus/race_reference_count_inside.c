// property: no-data-race
// verdict: TRUE
// The count is part of what is freed: every decrement releases, and the last one acquires by a fence.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct shared { atomic_int users; int value; };

static void drop(struct shared *object) {
    if (atomic_fetch_sub_explicit(&object->users, 1, memory_order_release) == 1) {
        atomic_thread_fence(memory_order_acquire);
        free(object);
    }
}

static void *user(void *object) {
    int seen = ((struct shared *)object)->value;
    drop(object);
    return 0;
}

int main(void) {
    pthread_t a;
    struct shared *object = malloc(sizeof *object);
    atomic_init(&object->users, 2);
    object->value = 1;
    pthread_create(&a, 0, user, object);
    drop(object);
    pthread_join(a, 0);
    return 0;
}
