// property: no-deadlock
// verdict: TRUE
// verdict explicit: UNKNOWN(timeout)
// Workers wait for work, and main never waits for them: whatever they wait for, main goes on.
#include <pthread.h>
#include <semaphore.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t idle = PTHREAD_COND_INITIALIZER;
sem_t work;
int todo;

void *worker(void *arg) {
    while (1) {
        sem_wait(&work);
        pthread_mutex_lock(&lock);
        while (todo == 0)
            pthread_cond_wait(&idle, &lock);
        todo = 0;
        pthread_mutex_unlock(&lock);
    }
}

int main(void) {
    pthread_t threads[3];
    sem_init(&work, 0, 0);
    for (int i = 0; i < 3; i++)
        pthread_create(&threads[i], 0, worker, 0);
    while (1) {
        pthread_mutex_lock(&lock);
        todo = 1;
        pthread_cond_signal(&idle);
        pthread_mutex_unlock(&lock);
        sem_post(&work);
    }
}
