// property: unreach-call
// verdict: FALSE
// Two readers may be inside together.
#include <assert.h>
#include <pthread.h>

pthread_rwlock_t lock;
int readers;

static void *reader(void *arg) {
    pthread_rwlock_rdlock(&lock);
    int now = __atomic_add_fetch(&readers, 1, __ATOMIC_SEQ_CST);
    assert(now == 1);
    __atomic_sub_fetch(&readers, 1, __ATOMIC_SEQ_CST);
    pthread_rwlock_unlock(&lock);
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_rwlock_init(&lock, 0);
    pthread_create(&a, 0, reader, 0);
    pthread_create(&b, 0, reader, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
