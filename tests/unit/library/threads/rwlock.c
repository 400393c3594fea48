// EXCLUSIVE: TRUE(unreach-call)
// EXCLUSIVE: TRUE(no-data-race)
// EXCLUSIVE: TRUE(no-deadlock)
// READERS: FALSE(unreach-call)
// UPGRADE: FALSE(no-deadlock)
// TRY: TRUE(no-deadlock)
#include <assert.h>
#include <pthread.h>

pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
int x, y, inside;

void *writer(void *arg) {
#if defined UPGRADE
    pthread_rwlock_rdlock(&lock);
#elif defined TRY
    if (pthread_rwlock_trywrlock(&lock))
        return 0;
    pthread_rwlock_unlock(&lock);
#endif
    pthread_rwlock_wrlock(&lock);
    x++;
    y++;
    pthread_rwlock_unlock(&lock);
    return 0;
}

void *reader(void *arg) {
    pthread_rwlock_rdlock(&lock);
#if defined READERS
    __atomic_fetch_add(&inside, 1, __ATOMIC_SEQ_CST);
    assert(__atomic_load_n(&inside, __ATOMIC_SEQ_CST) == 1);
    __atomic_fetch_sub(&inside, 1, __ATOMIC_SEQ_CST);
#else
    assert(x == y);
#endif
    pthread_rwlock_unlock(&lock);
    return 0;
}

int main(void) {
    pthread_t threads[2];
    pthread_create(&threads[0], 0, writer, 0);
    pthread_create(&threads[1], 0, reader, 0);
    reader(0);
    pthread_join(threads[0], 0);
    pthread_join(threads[1], 0);
    return 0;
}
