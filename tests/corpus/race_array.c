// property: no-data-race
// verdict: TRUE
// Different elements.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

int a[4];

static void *thread(void *arg) {
    for (int i = 0; i < 2; i++) a[i] = i;
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, thread, 0);
    for (int i = 2; i < 4; i++) a[i] = i;
    pthread_join(t, 0);
    return 0;
}
