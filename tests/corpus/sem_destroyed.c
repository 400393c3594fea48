// property: unreach-call
// verdict: UNKNOWN(undefined behaviour)
// property: no-data-race
// verdict: UNKNOWN(undefined behaviour)
// Main destroys the semaphore that a thread may still have to post.
#include <pthread.h>
#include <semaphore.h>

sem_t done;

static void *work(void *arg) {
    sem_post(&done);
    return 0;
}

int main(void) {
    pthread_t one, two;
    sem_init(&done, 0, 0);
    pthread_create(&one, 0, work, 0);
    pthread_create(&two, 0, work, 0);
    sem_wait(&done);
    sem_destroy(&done);
    pthread_exit(0);
}
