// property: no-data-race
// verdict: FALSE
// Through two pointers to the same place.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

int x, *p = &x;

static void *thread(void *arg) {
    *p = 1;
    return 0;
}

int main(void) {
    pthread_t t;
    int *q = &x;
    pthread_create(&t, 0, thread, 0);
    *q = 2;
    pthread_join(t, 0);
    return 0;
}
