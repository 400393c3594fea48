// property: unreach-call
// verdict: TRUE
// property: no-data-race
// verdict: TRUE
// property: no-deadlock
// verdict: TRUE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_flag flag = ATOMIC_FLAG_INIT;
int inside;

static void *thread(void *arg) {
    while (atomic_flag_test_and_set(&flag)) {}
    inside++;
    assert(inside == 1);
    inside--;
    atomic_flag_clear(&flag);
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, thread, 0);
    pthread_create(&b, 0, thread, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
