// property: no-deadlock
// verdict: UNKNOWN(reader-writer locks that prefer writers)
// property: unreach-call
// verdict: TRUE
// A reader that reads again would wait for a writer that waits, which waits for it.
#include <pthread.h>
static pthread_rwlock_t lock;
static void *writer(void *arg) {
    pthread_rwlock_wrlock(&lock);
    pthread_rwlock_unlock(&lock);
    return 0;
}
int main(void) {
    pthread_t t;
    pthread_rwlockattr_t attribute;
    pthread_rwlockattr_init(&attribute);
    pthread_rwlockattr_setkind_np(&attribute, PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP);
    pthread_rwlock_init(&lock, &attribute);
    pthread_create(&t, 0, writer, 0);
    pthread_rwlock_rdlock(&lock);
    pthread_rwlock_rdlock(&lock);
    pthread_rwlock_unlock(&lock);
    pthread_rwlock_unlock(&lock);
    pthread_join(t, 0);
    return 0;
}
