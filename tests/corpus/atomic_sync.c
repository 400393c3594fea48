// property: unreach-call
// verdict: TRUE
// property: no-data-race
// verdict: TRUE
#include <assert.h>
#include <pthread.h>

int counter, lock, guarded;

static void *thread(void *arg) {
    __sync_fetch_and_add(&counter, 2);
    __sync_sub_and_fetch(&counter, 1);
    while (__sync_lock_test_and_set(&lock, 1)) {}
    guarded++;
    __sync_lock_release(&lock);
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, thread, 0);
    pthread_create(&b, 0, thread, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(counter == 2 && guarded == 2 && lock == 0);
    assert(__sync_bool_compare_and_swap(&counter, 2, 5) && !__sync_bool_compare_and_swap(&counter, 2, 6));
    assert(__sync_val_compare_and_swap(&counter, 5, 7) == 5 && counter == 7);
    assert(__sync_or_and_fetch(&counter, 8) == 15 && __sync_fetch_and_and(&counter, 3) == 15 && __sync_xor_and_fetch(&counter, 1) == 2);
    __sync_synchronize();
    return 0;
}
