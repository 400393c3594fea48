// property: unreach-call
// verdict: TRUE
// property: no-data-race
// verdict: TRUE
#include <assert.h>
#include <pthread.h>

pthread_spinlock_t lock;
int counter;

static void *thread(void *arg) {
    pthread_spin_lock(&lock);
    counter++;
    pthread_spin_unlock(&lock);
    if (pthread_spin_trylock(&lock) == 0) {
        int c = counter;
        assert(c >= 1);
        pthread_spin_unlock(&lock);
    }
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
    pthread_create(&a, 0, thread, 0);
    pthread_create(&b, 0, thread, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(counter == 2);
    pthread_spin_destroy(&lock);
    return 0;
}
