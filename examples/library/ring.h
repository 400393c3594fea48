// A library that is a header: a ring for one producer and one consumer. Two producers would overwrite what the other one puts.
//     threadproof verify examples/library/ring.h --harness --calls ring_put --calls ring_take
#ifndef RING_H
#define RING_H
#include <stdatomic.h>

#define RING_ROOM 2

struct ring {
    atomic_uint head, tail;
    void *cells[RING_ROOM];
};

static inline void ring_init(struct ring *ring) {
    atomic_init(&ring->head, 0);
    atomic_init(&ring->tail, 0);
}

static inline _Bool ring_put(struct ring *ring, void *item) {
    unsigned tail = atomic_load_explicit(&ring->tail, memory_order_relaxed);
    if (tail - atomic_load_explicit(&ring->head, memory_order_acquire) == RING_ROOM)
        return 0;
    ring->cells[tail % RING_ROOM] = item;
    atomic_store_explicit(&ring->tail, tail + 1, memory_order_release);
    return 1;
}

static inline _Bool ring_take(struct ring *ring, void **item) {
    unsigned head = atomic_load_explicit(&ring->head, memory_order_relaxed);
    if (head == atomic_load_explicit(&ring->tail, memory_order_acquire))
        return 0;
    *item = ring->cells[head % RING_ROOM];
    atomic_store_explicit(&ring->head, head + 1, memory_order_release);
    return 1;
}

#endif
