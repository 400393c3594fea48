// property: no-data-race
// verdict: FALSE
// The flag is raised too early.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

int data; atomic_int ready;

static void *thread(void *arg) {
    ready = 1;
    data = 1;
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
