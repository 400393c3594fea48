// property: no-deadlock
// verdict: TRUE
// Nobody holds the lock of the initialiser while it waits for it.
#include <pthread.h>
#include <unistd.h>

pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER;

static pthread_once_t once = PTHREAD_ONCE_INIT;

static void initialise(void) {
    pthread_mutex_lock(&a);
    pthread_mutex_unlock(&a);
}

static void *one(void *arg) {
    pthread_once(&once, initialise);
    return 0;
}

static void *other(void *arg) {
    pthread_once(&once, initialise);
    pthread_mutex_lock(&a);
    pthread_mutex_unlock(&a);
    return 0;
}

int main(void) {
    pthread_t t0, t1;
    pthread_create(&t0, 0, one, 0);
    pthread_create(&t1, 0, other, 0);
    while (1)
        sleep(1);
}
