// property: no-data-race
// verdict: TRUE
// Atomic blocks synchronise like sections of one lock, whatever else is relaxed.
#include <pthread.h>
#include <stdatomic.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

int data, turn; atomic_int ready;

static void *one(void *arg) {
    data = 1;
    __VERIFIER_atomic_begin();
    turn = 1;
    __VERIFIER_atomic_end();
    atomic_store_explicit(&ready, 1, memory_order_relaxed);
    return 0;
}

static void *other(void *arg) {
    if (atomic_load_explicit(&ready, memory_order_relaxed)) {
        __VERIFIER_atomic_begin();
        int seen = turn;
        __VERIFIER_atomic_end();
        data++;
    }
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, one, 0);
    pthread_create(&b, 0, other, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
