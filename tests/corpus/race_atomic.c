// property: no-data-race
// verdict: TRUE
// Two C11 atomic accesses.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

atomic_int x;

static void *thread(void *arg) {
    x++;
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, thread, 0);
    x = 5;
    pthread_join(t, 0);
    return 0;
}
