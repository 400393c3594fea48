// verdict: TRUE(unreach-call), FALSE(no-data-race)
// A lock-free stack whose head carries a version number, so that a compare-and-swap never mistakes a re-used node for the old one.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define NONE 15u

// The head packs an index (low 4 bits) and a version (the others) into one word.
atomic_uint head = NONE;
unsigned next[3];
atomic_int owned[3]; // how many threads hold this node

unsigned pop(void) {
    unsigned old = atomic_load(&head);
    for (;;) {
        unsigned index = old & 15u;
        if (index == NONE)
            return NONE;
        unsigned new = (old & ~15u) | next[index];
        if (atomic_compare_exchange_strong(&head, &old, new)) {
            assert(atomic_fetch_add(&owned[index], 1) == 0);
            return index;
        }
    }
}

void push(unsigned index) {
    atomic_fetch_sub(&owned[index], 1);
    unsigned old = atomic_load(&head);
    do
        next[index] = old & 15u;
    while (!atomic_compare_exchange_strong(&head, &old, ((old & ~15u) + 16u) | index));
}

void *recycler(void *arg) {
    unsigned a = pop(), b = pop();
    if (a != NONE)
        push(a);
    if (b != NONE)
        pop();
    return arg;
}

int main(void) {
    pthread_t thread;
    for (unsigned i = 0; i < 3; i++)
        owned[i] = 1;
    for (unsigned i = 0; i < 3; i++)
        push(i);
    pthread_create(&thread, 0, recycler, 0);
    pop();
    pop();
    pthread_join(thread, 0);
    return 0;
}
