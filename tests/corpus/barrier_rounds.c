// property: unreach-call
// verdict: TRUE
// property: no-deadlock
// verdict: TRUE
// property: no-data-race
// verdict: TRUE
// The barrier is used again and again; nobody laps.
#include <assert.h>
#include <pthread.h>

pthread_barrier_t barrier;
int round_of[2];

static void *thread(void *arg) {
    int me = (int)(long)arg;
    for (int i = 1; i <= 2; i++) {
        round_of[me] = i;
        pthread_barrier_wait(&barrier);
        assert(round_of[1 - me] == i);
        pthread_barrier_wait(&barrier);
    }
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_barrier_init(&barrier, 0, 2);
    pthread_create(&t, 0, thread, (void *)1);
    thread((void *)0);
    pthread_join(t, 0);
    return 0;
}
