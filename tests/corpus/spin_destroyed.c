// property: unreach-call
// verdict: UNKNOWN(undefined behaviour)
// A spin lock is taken after it was destroyed.
#include <pthread.h>

pthread_spinlock_t lock;

int main(void) {
    pthread_spin_init(&lock, 0);
    pthread_spin_lock(&lock);
    pthread_spin_unlock(&lock);
    pthread_spin_destroy(&lock);
    pthread_spin_trylock(&lock);
    return 0;
}
