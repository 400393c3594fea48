// property: no-data-race
// verdict: FALSE
// Members of a union overlap.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

union { int i; char c[4]; } u;

static void *thread(void *arg) {
    u.i = 1;
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, thread, 0);
    u.c[3] = 1;
    pthread_join(t, 0);
    return 0;
}
