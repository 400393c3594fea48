// property: no-data-race
// verdict: TRUE
// A flag hands the data over: the accesses are never possible at the same time.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

int data; atomic_int ready;

static void *thread(void *arg) {
    data = 1;
    ready = 1;
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, thread, 0);
    while (!ready) {}
    data++;
    pthread_join(t, 0);
    return 0;
}
