// property: no-data-race
// verdict: FALSE
// Two writes.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

int x;

static void *thread(void *arg) {
    x = 1;
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, thread, 0);
    x = 1;
    pthread_join(t, 0);
    return 0;
}
