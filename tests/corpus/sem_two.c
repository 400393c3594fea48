// property: unreach-call
// verdict: FALSE
// property: no-data-race
// verdict: FALSE
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
    sem_init(&sem, 0, 2); // lets two in
    pthread_create(&a, 0, thread, 0);
    pthread_create(&b, 0, thread, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    int value;
    sem_getvalue(&sem, &value);
    assert(counter == 2);
    sem_destroy(&sem);
    return 0;
}
