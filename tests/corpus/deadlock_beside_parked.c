// property: no-deadlock
// verdict: TRUE
// A worker waits for work that never comes, while main goes on: nobody holds what it waits for.
#include <pthread.h>
#include <semaphore.h>
#include <unistd.h>

sem_t work;

static void *worker(void *arg) {
    sem_wait(&work);
    return 0;
}

int main(void) {
    pthread_t t0;
    sem_init(&work, 0, 0);
    pthread_create(&t0, 0, worker, 0);
    while (1)
        sleep(1);
}
