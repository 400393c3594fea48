// property: no-deadlock
// verdict: FALSE
// A reader waits for a mutex of a thread that wants to write.
#include <pthread.h>
#include <unistd.h>

pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *reader(void *arg) {
    pthread_rwlock_rdlock(&lock);
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
    pthread_rwlock_unlock(&lock);
    return 0;
}

static void *writer(void *arg) {
    pthread_mutex_lock(&mutex);
    pthread_rwlock_wrlock(&lock);
    pthread_rwlock_unlock(&lock);
    pthread_mutex_unlock(&mutex);
    return 0;
}

int main(void) {
    pthread_t t0, t1;
    pthread_create(&t0, 0, reader, 0);
    pthread_create(&t1, 0, writer, 0);
    while (1)
        sleep(1);
}
