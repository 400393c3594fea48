// property: no-deadlock
// verdict: FALSE
// A thread is woken, and waits for the mutex of one that waits for a lock of the first.
#include <pthread.h>
#include <unistd.h>

pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

static void *one(void *arg) {
    pthread_mutex_lock(&b);
    pthread_mutex_lock(&a);
    pthread_cond_wait(&changed, &a);
    pthread_mutex_unlock(&a);
    pthread_mutex_unlock(&b);
    return 0;
}

static void *other(void *arg) {
    pthread_mutex_lock(&a);
    pthread_cond_signal(&changed);
    pthread_mutex_lock(&b);
    pthread_mutex_unlock(&b);
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
