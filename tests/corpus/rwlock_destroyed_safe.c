// property: unreach-call
// verdict: TRUE
// property: no-data-race
// verdict: TRUE
// Locks that are destroyed when nobody uses them any more, and initialised again.
#include <assert.h>
#include <pthread.h>

pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
pthread_spinlock_t spin;
int x, y;

static void *add(void *arg) {
    pthread_rwlock_wrlock(&lock);
    x++;
    pthread_rwlock_unlock(&lock);
    pthread_spin_lock(&spin);
    y++;
    pthread_spin_unlock(&spin);
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_spin_init(&spin, 0);
    pthread_create(&thread, 0, add, 0);
    add(0);
    pthread_join(thread, 0);
    pthread_rwlock_destroy(&lock);
    pthread_spin_destroy(&spin);
    pthread_rwlock_init(&lock, 0);
    pthread_spin_init(&spin, 0);
    add(0);
    assert(x == 3 && y == 3);
    return 0;
}
