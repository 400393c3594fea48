// property: unreach-call
// verdict: TRUE
// property: no-data-race
// verdict: TRUE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

_Atomic unsigned value = 1;

static void *thread(void *arg) {
    unsigned old = atomic_load(&value);
    while (!atomic_compare_exchange_weak(&value, &old, old * 3)) {}
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, thread, 0);
    pthread_create(&b, 0, thread, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(value == 9);
    return 0;
}
