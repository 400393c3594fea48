// property: no-data-race
// verdict: FALSE
// Two threads draw numbers from the same seed, which each of them changes.
#include <pthread.h>
#include <stdlib.h>
static unsigned seed = 1;
static void *thread(void *arg) {
    rand_r(&seed);
    return 0;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, thread, 0);
    rand_r(&seed);
    pthread_join(t, 0);
    return 0;
}
