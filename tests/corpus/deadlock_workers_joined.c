// property: no-deadlock
// verdict: FALSE
// Main joins a worker that waits for work for ever.
#include <pthread.h>
#include <semaphore.h>

sem_t work;

void *worker(void *arg) {
    while (1)
        sem_wait(&work);
}

int main(void) {
    pthread_t thread;
    sem_init(&work, 0, 1);
    pthread_create(&thread, 0, worker, 0);
    sem_post(&work);
    pthread_join(thread, 0);
    return 0;
}
