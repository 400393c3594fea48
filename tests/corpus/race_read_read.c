// property: no-data-race
// verdict: TRUE
// Reads alone never race.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

int x = 3;

static void *thread(void *arg) {
    int y = x; (void)y;
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, thread, 0);
    int z = x; (void)z;
    pthread_join(t, 0);
    return 0;
}
