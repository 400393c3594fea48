// property: no-data-race
// verdict: FALSE
// memset writes, too.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#include <string.h>
int x[2];

static void *thread(void *arg) {
    memset(x, 0, sizeof x);
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, thread, 0);
    x[1] = 2;
    pthread_join(t, 0);
    return 0;
}
