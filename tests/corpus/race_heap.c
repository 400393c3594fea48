// property: no-data-race
// verdict: FALSE
// A heap block that both reach.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

int *x;

static void *thread(void *arg) {
    (*x)++;
    return 0;
}

int main(void) {
    pthread_t t;
    x = malloc(sizeof *x);
    *x = 0;
    pthread_create(&t, 0, thread, 0);
    (*x)++;
    pthread_join(t, 0);
    return 0;
}
