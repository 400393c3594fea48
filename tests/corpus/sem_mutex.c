// property: unreach-call
// verdict: TRUE
// property: no-data-race
// verdict: TRUE
// property: no-deadlock
// verdict: TRUE
#include <assert.h>
#include <semaphore.h>
#include <pthread.h>

sem_t sem;
int counter;

static void *thread(void *arg) {
    sem_wait(&sem);
    counter++;
    sem_post(&sem);
    return 0;
}

int main(void) {
    pthread_t a, b;
    sem_init(&sem, 0, 1);
    pthread_create(&a, 0, thread, 0);
    pthread_create(&b, 0, thread, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    int value;
    sem_getvalue(&sem, &value);
    assert(counter == 2 && value == 1);
    assert(sem_trywait(&sem) == 0);
    assert(sem_trywait(&sem) == -1);
    sem_destroy(&sem);
    return 0;
}
