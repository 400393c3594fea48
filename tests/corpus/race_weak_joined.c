// property: no-data-race
// verdict: TRUE
// Threads that end at the same time, in a program with relaxed accesses: joining orders what they have done.
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
    pthread_join(b, 0);
    int sum = s->one + s->other;
    free(s);
    return sum;
}
