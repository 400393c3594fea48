// property: unreach-call
// verdict: UNKNOWN(undefined behaviour)
// So is unlocking what another thread has locked.
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *thread(void *arg) {
    pthread_mutex_unlock(&mutex);
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_mutex_lock(&mutex);
    pthread_create(&t, 0, thread, 0);
    pthread_join(t, 0);
    return 0;
}
