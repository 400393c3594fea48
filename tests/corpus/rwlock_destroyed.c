// property: unreach-call
// verdict: UNKNOWN(undefined behaviour)
// Main destroys the lock that a reader may still have to take.
#include <pthread.h>

pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
int x;

static void *reader(void *arg) {
    pthread_rwlock_rdlock(&lock);
    int seen = x;
    pthread_rwlock_unlock(&lock);
    return (void *)(long)seen;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, reader, 0);
    pthread_rwlock_wrlock(&lock);
    x = 1;
    pthread_rwlock_unlock(&lock);
    pthread_rwlock_destroy(&lock);
    pthread_join(thread, 0);
    return 0;
}
