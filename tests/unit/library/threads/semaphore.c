// MUTEX: TRUE(unreach-call)
// MUTEX: TRUE(no-data-race)
// TWO: FALSE(unreach-call)
// NONE: FALSE(no-deadlock)
// TRY: TRUE(no-deadlock)
// TIMED: FALSE(unreach-call)
// SPIN: TRUE(unreach-call)
// SPIN: TRUE(no-deadlock)
// SPIN_TWICE: FALSE(no-deadlock)
// ERRNO: TRUE(unreach-call)
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>

sem_t semaphore;
pthread_spinlock_t spin;
int x;
struct timespec soon;

void *worker(void *arg) {
#if defined SPIN || defined SPIN_TWICE
    pthread_spin_lock(&spin);
#ifdef SPIN_TWICE
    pthread_spin_lock(&spin);
#endif
    int mine = ++x;
    assert(x == mine);
    pthread_spin_unlock(&spin);
#elif defined TRY
    if (sem_trywait(&semaphore) == 0)
        sem_post(&semaphore);
#elif defined TIMED
    assert(sem_timedwait(&semaphore, &soon) == 0);
    sem_post(&semaphore);
#elif defined ERRNO
    errno = arg ? 1 : 2;
    assert(errno == (arg ? 1 : 2));
#else
    sem_wait(&semaphore);
    int mine = ++x;
    assert(x == mine);
    sem_post(&semaphore);
#endif
    return 0;
}

int main(void) {
    pthread_t thread;
#if defined TWO
    sem_init(&semaphore, 0, 2);
#elif defined NONE
    sem_init(&semaphore, 0, 0);
#else
    sem_init(&semaphore, 0, 1);
#endif
    pthread_spin_init(&spin, 0);
    pthread_create(&thread, 0, worker, 0);
    worker(&x);
    pthread_join(thread, 0);
    return 0;
}
