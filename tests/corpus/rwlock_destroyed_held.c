// property: unreach-call
// verdict: UNKNOWN(undefined behaviour)
// A lock is destroyed by the one who holds it.
#include <pthread.h>

pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

int main(void) {
    pthread_rwlock_rdlock(&lock);
    pthread_rwlock_destroy(&lock);
    return 0;
}
