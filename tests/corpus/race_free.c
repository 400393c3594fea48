// property: no-data-race
// verdict: FALSE
// Freeing while another thread reads.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

int *x;

static void *thread(void *arg) {
    int y = *x; (void)y;
    return 0;
}

int main(void) {
    pthread_t t;
    x = calloc(1, sizeof *x);
    pthread_create(&t, 0, thread, 0);
    free(x);
    pthread_join(t, 0);
    return 0;
}
