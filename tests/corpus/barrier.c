// property: unreach-call
// verdict: TRUE
// property: no-data-race
// verdict: TRUE
// property: no-deadlock
// verdict: TRUE
// Behind the barrier everything before it has happened, and one thread is told apart.
#include <assert.h>
#include <pthread.h>

pthread_barrier_t barrier;
int part[2], serial;

static void *thread(void *arg) {
    int me = (int)(long)arg;
    part[me] = me + 1;
    if (pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD) __atomic_add_fetch(&serial, 1, __ATOMIC_SEQ_CST);
    assert(part[1 - me] == 2 - me);
    return 0;
}

int main(void) {
    pthread_t t[2];
    pthread_barrier_init(&barrier, 0, 2);
    for (long i = 0; i < 2; i++) pthread_create(&t[i], 0, thread, (void *)i);
    for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
    assert(serial == 1);
    pthread_barrier_destroy(&barrier);
    return 0;
}
