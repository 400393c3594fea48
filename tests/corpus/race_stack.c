// property: no-data-race
// verdict: FALSE
// A local variable whose address got out.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

int *shared;

static void *thread(void *arg) {
    *shared = 1;
    return 0;
}

int main(void) {
    pthread_t t;
    int local = 0;
    shared = &local;
    pthread_create(&t, 0, thread, 0);
    local = 2;
    pthread_join(t, 0);
    return 0;
}
