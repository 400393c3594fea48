// property: no-data-race
// verdict: FALSE
// A byte of an int.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

int x;

static void *thread(void *arg) {
    x = 0x01010101;
    return 0;
}

int main(void) {
    pthread_t t;
    char *p = (char *)&x;
    pthread_create(&t, 0, thread, 0);
    p[2] = 0;
    pthread_join(t, 0);
    return 0;
}
