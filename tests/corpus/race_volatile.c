// property: no-data-race
// verdict: FALSE
// Volatile is not atomic.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

volatile int x;

static void *thread(void *arg) {
    x = 1;
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, thread, 0);
    while (!x) {}
    pthread_join(t, 0);
    return 0;
}
