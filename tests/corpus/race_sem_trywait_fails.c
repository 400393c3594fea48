// property: no-data-race
// verdict: FALSE
// A semaphore that is found empty tells that another thread has taken it, and orders nothing.
#include <pthread.h>
#include <semaphore.h>

int data; sem_t ready;

static void *one(void *arg) {
    data = 1;
    sem_wait(&ready);
    return 0;
}

static void *other(void *arg) {
    if (sem_trywait(&ready) != 0)
        data++;
    return 0;
}

int main(void) {
    pthread_t a, b;
    sem_init(&ready, 0, 1);
    pthread_create(&a, 0, one, 0);
    pthread_create(&b, 0, other, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
