// verdict: TRUE(unreach-call)
// A counting semaphore lets at most two of three threads in.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

sem_t room;
atomic_int inside;

void *visitor(void *arg) {
    sem_wait(&room);
    assert(atomic_fetch_add(&inside, 1) < 2);
    atomic_fetch_sub(&inside, 1);
    sem_post(&room);
    return arg;
}

int main(void) {
    pthread_t thread[3];
    sem_init(&room, 0, 2);
    for (int i = 0; i < 3; i++)
        pthread_create(&thread[i], 0, visitor, 0);
    for (int i = 0; i < 3; i++)
        pthread_join(thread[i], 0);
    return 0;
}
