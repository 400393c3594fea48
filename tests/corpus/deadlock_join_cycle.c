// property: no-deadlock
// verdict: FALSE
// A thread joins one that waits for it.
#include <pthread.h>
#include <semaphore.h>

pthread_t first, second;
sem_t started;

static void *two(void *arg) {
    sem_wait(&started);
    return 0;
}

static void *one(void *arg) {
    pthread_join(second, 0);
    sem_post(&started);
    return 0;
}

int main(void) {
    sem_init(&started, 0, 0);
    pthread_create(&second, 0, two, 0);
    pthread_create(&first, 0, one, 0);
    pthread_join(first, 0);
    return 0;
}
