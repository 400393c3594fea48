// property: unreach-call
// verdict: TRUE
// property: no-data-race
// verdict: TRUE
// property: no-deadlock
// verdict: TRUE
#include <assert.h>
#include <pthread.h>

pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
int x, y;

static void *writer(void *arg) {
    pthread_rwlock_wrlock(&lock);
    x++;
    y++;
    pthread_rwlock_unlock(&lock);
    return 0;
}

static void *reader(void *arg) {
    pthread_rwlock_rdlock(&lock);
    assert(x == y);
    pthread_rwlock_unlock(&lock);
    return 0;
}

int main(void) {
    pthread_t w, r[2];
    pthread_create(&w, 0, writer, 0);
    pthread_create(&r[0], 0, reader, 0);
    pthread_create(&r[1], 0, reader, 0);
    pthread_join(w, 0);
    pthread_join(r[0], 0);
    pthread_join(r[1], 0);
    return 0;
}
