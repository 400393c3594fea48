// property: no-data-race
// verdict: UNKNOWN(undefined behaviour)
// A mutex is unlocked by a thread that does not hold it.
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x;

static void *work(void *arg) {
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_mutex_lock(&m);
    pthread_create(&t, 0, work, 0);
    x = 1;
    return 0;
}
