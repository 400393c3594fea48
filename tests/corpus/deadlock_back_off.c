// property: no-deadlock
// verdict: TRUE
// Opposite orders, where one thread only tries its second lock and gives back the first one if that fails.
#include <pthread.h>

pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;

void *polite(void *arg) {
    while (1) {
        pthread_mutex_lock(&b);
        if (pthread_mutex_trylock(&a) == 0) {
            pthread_mutex_unlock(&a);
            pthread_mutex_unlock(&b);
            return 0;
        }
        pthread_mutex_unlock(&b);
    }
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, polite, 0);
    pthread_mutex_lock(&a);
    pthread_mutex_lock(&b);
    pthread_mutex_unlock(&b);
    pthread_mutex_unlock(&a);
    pthread_join(thread, 0);
    return 0;
}
