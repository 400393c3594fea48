// property: no-data-race
// verdict: TRUE
// property: unreach-call
// verdict: TRUE
// Atomic operations that are given places of the caller's own, or of a thread that has ended.
#include <assert.h>
#include <pthread.h>
static int x, seen;
static void *thread(void *arg) {
    int expected = 0, one = 1;
    if (!__atomic_compare_exchange(&x, &expected, &one, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))
        assert(expected == 2);
    __atomic_load(&x, &seen, __ATOMIC_SEQ_CST);
    return 0;
}
int main(void) {
    pthread_t t;
    int two = 2, old;
    pthread_create(&t, 0, thread, 0);
    __atomic_exchange(&x, &two, &old, __ATOMIC_SEQ_CST);
    assert(old == 0 || old == 1);
    pthread_join(t, 0);
    assert(seen == 1 || seen == 2);
    return 0;
}
