// property: no-deadlock
// verdict: TRUE
// Hand over hand: the next lock is taken before the last one is given back. Spin locks are locks, too.
#include <pthread.h>

pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER, third = PTHREAD_MUTEX_INITIALIZER;
pthread_spinlock_t second;

void *walk(void *arg) {
    for (;;) {
        pthread_mutex_lock(&first);
        pthread_spin_lock(&second);
        pthread_mutex_unlock(&first);
        pthread_mutex_lock(&third);
        pthread_spin_unlock(&second);
        pthread_mutex_unlock(&third);
    }
}

int main(void) {
    pthread_t thread;
    pthread_spin_init(&second, 0);
    pthread_create(&thread, 0, walk, 0);
    pthread_create(&thread, 0, walk, 0);
    pthread_exit(0);
}
