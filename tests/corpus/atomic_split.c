// property: unreach-call
// verdict: FALSE
// property: no-data-race
// verdict: TRUE
// property: no-deadlock
// verdict: TRUE
// Two atomic accesses are not one; there is no data race, but an update can get lost. A failed assertion ends the program,
// which is not undefined: other properties are still decided.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int counter;

static void *thread(void *arg) {
    counter = counter + 1;
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, thread, 0);
    pthread_create(&b, 0, thread, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(counter == 2);
    return 0;
}
