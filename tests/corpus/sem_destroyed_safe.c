// property: unreach-call
// verdict: TRUE
// property: no-deadlock
// verdict: TRUE
// property: valid-memsafety
// verdict: TRUE
// A semaphore that is destroyed and freed when it was posted for the last time, and one that is initialised again.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

static void *work(void *arg) {
    sem_post(arg);
    return 0;
}

int main(void) {
    pthread_t thread;
    int value;
    sem_t *done = malloc(sizeof *done);
    sem_init(done, 0, 0);
    pthread_create(&thread, 0, work, done);
    sem_wait(done);
    sem_destroy(done);
    sem_init(done, 0, 3);
    sem_getvalue(done, &value);
    assert(value == 3);
    sem_destroy(done);
    free(done);
    pthread_join(thread, 0);
    return 0;
}
