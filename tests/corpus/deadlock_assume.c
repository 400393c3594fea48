// property: no-deadlock
// verdict: TRUE
// An execution that the program discards is no deadlock.
#include <pthread.h>
extern void __VERIFIER_assume(int);

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int x;

static void *thread(void *arg) {
    __VERIFIER_assume(__atomic_load_n(&x, __ATOMIC_SEQ_CST) == 1);
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, thread, 0);
    pthread_join(t, 0);
    pthread_mutex_lock(&mutex);
    pthread_mutex_lock(&mutex);
    return 0;
}
