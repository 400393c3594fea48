// property: no-deadlock
// verdict: FALSE
// A thread joins another one, which waits for a lock of the first.
#include <pthread.h>
#include <unistd.h>

pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER;

static pthread_t waited;

static void *one(void *arg) {
    pthread_mutex_lock(&a);
    pthread_mutex_unlock(&a);
    return 0;
}

static void *other(void *arg) {
    pthread_mutex_lock(&a);
    pthread_join(waited, 0);
    pthread_mutex_unlock(&a);
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&waited, 0, one, 0);
    pthread_create(&t, 0, other, 0);
    while (1)
        sleep(1);
}
