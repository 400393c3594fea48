// verdict: FALSE(unreach-call), FALSE(no-data-race)
// The ABA problem: a lock-free stack without version numbers hands out a node that somebody else holds.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define NONE 15u

atomic_uint head = NONE;
unsigned next[3];
atomic_int owned[3]; // how many threads hold this node

unsigned pop(void) {
    unsigned old = atomic_load(&head);
    for (;;) {
        unsigned index = old;
        if (index == NONE)
            return NONE;
        unsigned new = next[index]; // may be out of date when the exchange succeeds
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
        next[index] = old;
    while (!atomic_compare_exchange_strong(&head, &old, index));
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
