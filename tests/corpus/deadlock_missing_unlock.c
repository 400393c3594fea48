// property: no-deadlock
// verdict: FALSE
// One path returns with the lock.
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int x;

static void *thread(void *arg) {
    pthread_mutex_lock(&mutex);
    if (x++) return 0;
    pthread_mutex_unlock(&mutex);
    return 0;
}

int main(void) {
    pthread_t t[3];
    for (int i = 0; i < 3; i++) pthread_create(&t[i], 0, thread, 0);
    for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
    return 0;
}
