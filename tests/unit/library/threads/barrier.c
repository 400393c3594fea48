// PHASES: TRUE(unreach-call)
// PHASES: TRUE(no-deadlock)
// SERIAL: TRUE(unreach-call)
// TOO_FEW: FALSE(no-deadlock)
// MORE: TRUE(no-deadlock)
#include <assert.h>
#include <pthread.h>

pthread_barrier_t barrier;
int arrived, serial;

void *worker(void *arg) {
    __atomic_fetch_add(&arrived, 1, __ATOMIC_SEQ_CST);
    int result = pthread_barrier_wait(&barrier);
#if defined PHASES
    assert(__atomic_load_n(&arrived, __ATOMIC_SEQ_CST) >= 2);
    pthread_barrier_wait(&barrier);
#elif defined SERIAL
    assert(result == 0 || result == PTHREAD_BARRIER_SERIAL_THREAD);
    if (result)
        __atomic_fetch_add(&serial, 1, __ATOMIC_SEQ_CST);
#endif
    return 0;
}

int main(void) {
    pthread_t threads[3];
#ifdef TOO_FEW
    pthread_barrier_init(&barrier, 0, 3);
#else
    pthread_barrier_init(&barrier, 0, 2);
#endif
    int count = 1;
#ifdef MORE
    count = 3;
#endif
    for (int i = 0; i < count; i++)
        pthread_create(&threads[i], 0, worker, 0);
    worker(0);
    for (int i = 0; i < count; i++)
        pthread_join(threads[i], 0);
#ifdef SERIAL
    assert(serial == 1);
#endif
    pthread_barrier_destroy(&barrier);
    return 0;
}
