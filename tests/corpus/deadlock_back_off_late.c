// property: no-deadlock
// verdict: FALSE
// The thread that fails to get its second lock waits for it after all.
#include <pthread.h>

pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;

void *rude(void *arg) {
    pthread_mutex_lock(&b);
    if (pthread_mutex_trylock(&a) != 0)
        pthread_mutex_lock(&a);
    pthread_mutex_unlock(&a);
    pthread_mutex_unlock(&b);
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, rude, 0);
    pthread_mutex_lock(&a);
    pthread_mutex_lock(&b);
    pthread_mutex_unlock(&b);
    pthread_mutex_unlock(&a);
    pthread_join(thread, 0);
    return 0;
}
