// property: no-deadlock
// verdict: TRUE
// verdict explicit: UNKNOWN(timeout)
// A lock in long loops, and threads that are joined in a loop: nobody ever waits for a thread that waits for him.
#include <pthread.h>

#define THREADS 50

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int count;

void *work(void *arg) {
    for (int i = 0; i < 1000000; i++) {
        pthread_mutex_lock(&lock);
        count++;
        pthread_mutex_unlock(&lock);
    }
    return 0;
}

int main(void) {
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], 0, work, 0);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], 0);
    return 0;
}
