// property: no-data-race
// verdict: FALSE
// Looking at the value of a semaphore does not synchronise.
#include <pthread.h>
#include <semaphore.h>

int data; sem_t ready;

static void *one(void *arg) {
    data = 1;
    sem_post(&ready);
    return 0;
}

static void *other(void *arg) {
    int value;
    sem_getvalue(&ready, &value);
    if (value)
        data++;
    return 0;
}

int main(void) {
    pthread_t a, b;
    sem_init(&ready, 0, 0);
    pthread_create(&a, 0, one, 0);
    pthread_create(&b, 0, other, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
