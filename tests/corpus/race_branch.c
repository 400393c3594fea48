// property: no-data-race
// verdict: TRUE
// The second access is never reached while the first is possible.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

int x; pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; int closed;

static void *thread(void *arg) {
    pthread_mutex_lock(&m);
    if (!closed) x = 1;
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, thread, 0);
    pthread_mutex_lock(&m);
    closed = 1;
    pthread_mutex_unlock(&m);
    x = 2;
    pthread_join(t, 0);
    return 0;
}
