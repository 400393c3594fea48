// property: no-deadlock
// verdict: FALSE
// A thread ends with a lock that another one waits for.
#include <pthread.h>
#include <unistd.h>

pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER;

static void *one(void *arg) {
    pthread_mutex_lock(&a);
    return 0;
}

static void *other(void *arg) {
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
