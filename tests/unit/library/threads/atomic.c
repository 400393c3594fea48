// ADD: TRUE(unreach-call)
// ADD: TRUE(no-data-race)
// CAS: TRUE(unreach-call)
// EXCHANGE: TRUE(unreach-call)
// SYNC: TRUE(unreach-call)
// FLAG: TRUE(no-data-race)
// SPLIT: FALSE(unreach-call)
// MIXED: FALSE(no-data-race)
// COPY: FALSE(unreach-call)
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

atomic_int count;
int plain;
atomic_flag busy = ATOMIC_FLAG_INIT;
long pair[2], other[2] = {1, 1};

void add(void) {
#if defined ADD
    atomic_fetch_add(&count, 1);
    count++;
#elif defined CAS
    int old = atomic_load(&count);
    while (!atomic_compare_exchange_weak(&count, &old, old + 2))
        ;
#elif defined SYNC
    __sync_fetch_and_add(&plain, 1);
    __sync_add_and_fetch(&plain, 1);
#elif defined EXCHANGE
    if (atomic_exchange(&count, 4) == 0)
        plain = 1;
#elif defined FLAG
    while (atomic_flag_test_and_set_explicit(&busy, memory_order_acquire))
        ;
    plain++;
    atomic_flag_clear_explicit(&busy, memory_order_release);
#elif defined SPLIT
    atomic_store(&count, atomic_load(&count) + 2);
#elif defined MIXED
    __atomic_fetch_add(&plain, 1, __ATOMIC_SEQ_CST);
#endif
}

void *worker(void *arg) {
    add();
#if defined MIXED
    plain = 0;
#elif defined COPY
    memcpy(pair, other, sizeof pair);
#endif
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    add();
#if defined COPY
    long second = pair[1];
    assert(second || !pair[0]);
#endif
    pthread_join(thread, 0);
#if defined SYNC
    assert(plain == 4);
#elif defined ADD || defined CAS || defined SPLIT || defined EXCHANGE
    assert(count == 4);
#endif
    return 0;
}
