// property: unreach-call
// verdict: TRUE
// property: no-data-race
// verdict: TRUE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int counter;
_Atomic unsigned char small = 250;
_Atomic(int *) pointer;
int target;

static void *thread(void *arg) {
    atomic_fetch_add(&counter, 2);
    counter++;
    counter += 3;
    small += 3;
    atomic_store(&pointer, &target);
    return 0;
}

int main(void) {
    pthread_t a, b;
    atomic_init(&pointer, 0);
    pthread_create(&a, 0, thread, 0);
    pthread_create(&b, 0, thread, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(counter == 12 && small == 0 && atomic_load(&pointer) == &target);
    assert(atomic_exchange(&counter, 5) == 12 && atomic_fetch_sub(&counter, 1) == 5 && atomic_fetch_or(&counter, 3) == 4);
    assert(atomic_fetch_and(&counter, 6) == 7 && atomic_fetch_xor(&counter, 1) == 6 && counter == 7);
    int expected = 0;
    assert(!atomic_compare_exchange_strong(&counter, &expected, 9) && expected == 7);
    assert(atomic_compare_exchange_strong(&counter, &expected, 9) && counter == 9);
    return 0;
}
