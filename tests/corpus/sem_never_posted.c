// property: no-deadlock
// verdict: FALSE
// property: unreach-call
// verdict: TRUE
#include <assert.h>
#include <semaphore.h>
#include <pthread.h>

sem_t sem;

static void *thread(void *arg) {
    sem_wait(&sem);
    assert(0);
    return 0;
}

int main(void) {
    pthread_t t;
    sem_init(&sem, 0, 0);
    pthread_create(&t, 0, thread, 0);
    pthread_join(t, 0);
    return 0;
}
