// property: no-data-race
// verdict: FALSE
// What the lock holds says which element is read: which one that is, nobody is told in order.
#include <pthread.h>
#include <stdatomic.h>

atomic_int lock;
int data[2];
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);

static void *one(void *arg) {
    data[1] = 1;
    while (atomic_exchange_explicit(&lock, 1, memory_order_acquire)) {
    }
    return 0;
}

static void *two(void *arg) {
    for (;;) {
        __VERIFIER_atomic_begin();
        int seen = data[*(int *)&lock];
        __VERIFIER_atomic_end();
    }
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, one, 0);
    pthread_create(&b, 0, two, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
