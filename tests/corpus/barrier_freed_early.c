// property: valid-memsafety
// verdict: FALSE
// The barrier is freed without being destroyed, while the other one may still look at it.
#include <pthread.h>
#include <stdlib.h>
static pthread_barrier_t *barrier;
static void *thread(void *arg) {
    pthread_barrier_wait(barrier);
    return 0;
}
int main(void) {
    pthread_t t;
    barrier = malloc(sizeof *barrier);
    pthread_barrier_init(barrier, 0, 2);
    pthread_create(&t, 0, thread, 0);
    pthread_barrier_wait(barrier);
    free(barrier);
    pthread_join(t, 0);
    return 0;
}
