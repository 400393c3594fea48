// property: no-data-race
// verdict: FALSE
// An atomic access and a plain one.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

int x;

static void *thread(void *arg) {
    __atomic_store_n(&x, 1, __ATOMIC_SEQ_CST);
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, thread, 0);
    x = 5;
    pthread_join(t, 0);
    return 0;
}
