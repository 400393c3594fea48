// verdict: TRUE(unreach-call)
// A read-write lock keeps the two halves of a record consistent for two readers while a writer changes them.
#include <assert.h>
#include <pthread.h>

pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
struct {
    int value, copy;
} record;

void *writer(void *arg) {
    pthread_rwlock_wrlock(&lock);
    record.value++;
    record.copy = record.value;
    pthread_rwlock_unlock(&lock);
    return arg;
}

void *reader(void *arg) {
    pthread_rwlock_rdlock(&lock);
    assert(record.value == record.copy);
    pthread_rwlock_unlock(&lock);
    return arg;
}

int main(void) {
    pthread_t w, r1, r2;
    pthread_create(&w, 0, writer, 0);
    pthread_create(&r1, 0, reader, 0);
    pthread_create(&r2, 0, reader, 0);
    pthread_join(w, 0);
    pthread_join(r1, 0);
    pthread_join(r2, 0);
    return 0;
}
