// property: no-data-race
// verdict: TRUE
// What happens before the creation or after the join is ordered.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

int x;

static void *thread(void *arg) {
    x++;
    return 0;
}

int main(void) {
    pthread_t t;
    x = 1;
    pthread_create(&t, 0, thread, 0);
    pthread_join(t, 0);
    x = 2;
    pthread_create(&t, 0, thread, 0);
    pthread_join(t, 0);
    return 0;
}
