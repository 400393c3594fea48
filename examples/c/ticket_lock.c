// verdict: TRUE(no-data-race)
// A ticket lock on C11 atomics protects a plain counter: no two unordered accesses to it.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_uint next_ticket, now_serving;
int counter;

void lock(void) {
    unsigned mine = atomic_fetch_add(&next_ticket, 1);
    while (atomic_load(&now_serving) != mine)
        ;
}

void unlock(void) {
    atomic_fetch_add(&now_serving, 1);
}

void *worker(void *arg) {
    for (int i = 0; i < 2; i++) {
        lock();
        counter++;
        unlock();
    }
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, worker, 0);
    pthread_create(&b, 0, worker, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(counter == 4);
    return 0;
}
