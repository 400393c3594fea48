// property: no-deadlock
// verdict: TRUE
// They release the lock in between.
#include <pthread.h>
#include <unistd.h>

pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

static void *one(void *arg) {
    pthread_rwlock_rdlock(&lock);
    pthread_rwlock_unlock(&lock);
    pthread_rwlock_wrlock(&lock);
    pthread_rwlock_unlock(&lock);
    return 0;
}

int main(void) {
    pthread_t t0, t1;
    pthread_create(&t0, 0, one, 0);
    pthread_create(&t1, 0, one, 0);
    while (1)
        sleep(1);
}
