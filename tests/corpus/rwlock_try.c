// property: unreach-call
// verdict: TRUE
#include <assert.h>
#include <errno.h>
#include <pthread.h>

pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

static void *other(void *arg) {
    assert(pthread_rwlock_trywrlock(&lock) == EBUSY); // main reads
    assert(pthread_rwlock_tryrdlock(&lock) == 0);
    pthread_rwlock_unlock(&lock);
    return 0;
}

static void *late(void *arg) {
    assert(pthread_rwlock_tryrdlock(&lock) == EBUSY); // main writes
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_rwlock_rdlock(&lock);
    pthread_create(&t, 0, other, 0);
    pthread_join(t, 0);
    pthread_rwlock_unlock(&lock);
    assert(pthread_rwlock_trywrlock(&lock) == 0);
    pthread_create(&t, 0, late, 0);
    pthread_join(t, 0);
    pthread_rwlock_unlock(&lock);
    pthread_rwlock_destroy(&lock);
    return 0;
}
