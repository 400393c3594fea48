// property: unreach-call
// verdict: FALSE
// property: no-deadlock
// verdict: FALSE
// The barrier waits for two of three: one pair goes on early, and the third waits for ever.
#include <assert.h>
#include <pthread.h>

pthread_barrier_t barrier;
int arrived;

static void *thread(void *arg) {
    __atomic_add_fetch(&arrived, 1, __ATOMIC_SEQ_CST);
    pthread_barrier_wait(&barrier);
    assert(__atomic_load_n(&arrived, __ATOMIC_SEQ_CST) == 3);
    return 0;
}

int main(void) {
    pthread_t t[3];
    pthread_barrier_init(&barrier, 0, 2);
    for (int i = 0; i < 3; i++) pthread_create(&t[i], 0, thread, 0);
    for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
    return 0;
}
