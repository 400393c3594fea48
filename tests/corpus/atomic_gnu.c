// property: unreach-call
// verdict: TRUE
// property: no-data-race
// verdict: TRUE
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

long counter;
bool flag;

static void *thread(void *arg) {
    __atomic_fetch_add(&counter, 1, __ATOMIC_RELAXED);
    long old = __atomic_load_n(&counter, __ATOMIC_ACQUIRE);
    while (!__atomic_compare_exchange_n(&counter, &old, old + 10, false, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED)) {}
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, thread, 0);
    pthread_create(&b, 0, thread, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(counter == 22);
    long v = 5, w;
    __atomic_store(&counter, &v, __ATOMIC_SEQ_CST);
    __atomic_load(&counter, &w, __ATOMIC_SEQ_CST);
    assert(w == 5 && __atomic_exchange_n(&counter, 6, __ATOMIC_ACQ_REL) == 5 && __atomic_sub_fetch(&counter, 2, __ATOMIC_SEQ_CST) == 4);
    assert(__atomic_fetch_nand(&counter, 6, __ATOMIC_SEQ_CST) == 4 && counter == ~4L);
    assert(!__atomic_test_and_set(&flag, __ATOMIC_SEQ_CST) && __atomic_test_and_set(&flag, __ATOMIC_SEQ_CST));
    __atomic_clear(&flag, __ATOMIC_SEQ_CST);
    assert(!flag);
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    return 0;
}
