// property: no-data-race
// verdict: FALSE
// A relaxed count says that both threads are done, but only one of them was joined before what they used is freed.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct shared { int one, other; atomic_int count; };

static void *first(void *object) {
    struct shared *s = object;
    s->one = 1;
    atomic_fetch_add_explicit(&s->count, 1, memory_order_relaxed);
    return 0;
}

static void *second(void *object) {
    struct shared *s = object;
    s->other = 1;
    atomic_fetch_add_explicit(&s->count, 1, memory_order_relaxed);
    return 0;
}

int main(void) {
    pthread_t a, b;
    struct shared *s = malloc(sizeof *s);
    s->one = s->other = 0;
    atomic_init(&s->count, 0);
    pthread_create(&a, 0, first, s);
    pthread_create(&b, 0, second, s);
    pthread_join(a, 0);
    if (atomic_load_explicit(&s->count, memory_order_relaxed) != 2)
        return 0;
    free(s);
    return 0;
}
