// property: no-data-race
// verdict: FALSE
// Two readers hold the lock at once, and both write.
#include <pthread.h>

pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
int x;

static void *work(void *arg) {
    pthread_rwlock_rdlock(&lock);
    x = 1;
    pthread_rwlock_unlock(&lock);
    return 0;
}

int main(void) {
    pthread_t s, t;
    pthread_create(&s, 0, work, 0);
    pthread_create(&t, 0, work, 0);
    return 0;
}
