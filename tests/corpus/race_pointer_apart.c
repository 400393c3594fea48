// property: no-data-race
// verdict: TRUE
// Through pointers to different places.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

int x[2], *p = &x[0];

static void *thread(void *arg) {
    *p = 1;
    return 0;
}

int main(void) {
    pthread_t t;
    int *q = p + 1;
    pthread_create(&t, 0, thread, 0);
    *q = 2;
    pthread_join(t, 0);
    return 0;
}
