// verdict: TRUE(unreach-call)
// Two threads compute in phases: behind the barrier each sees what the other one wrote in front of it.
#include <assert.h>
#include <pthread.h>

pthread_barrier_t barrier;
int part[2];

void *worker(void *arg) {
    int me = arg != 0;
    part[me] = me + 1;
    pthread_barrier_wait(&barrier);
    assert(part[0] + part[1] == 3);
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_barrier_init(&barrier, 0, 2);
    pthread_create(&a, 0, worker, 0);
    pthread_create(&b, 0, worker, (void *)1);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
