// property: no-deadlock
// verdict: TRUE
// Main holds a lock while it joins a thread that takes another one; a third thread takes both, in that order.
#include <pthread.h>

pthread_mutex_t outer = PTHREAD_MUTEX_INITIALIZER, inner = PTHREAD_MUTEX_INITIALIZER;

void *leaf(void *arg) {
    pthread_mutex_lock(&inner);
    pthread_mutex_unlock(&inner);
    return 0;
}

void *both(void *arg) {
    pthread_mutex_lock(&outer);
    pthread_mutex_lock(&inner);
    pthread_mutex_unlock(&inner);
    pthread_mutex_unlock(&outer);
    return 0;
}

int main(void) {
    pthread_t one, two;
    pthread_create(&one, 0, leaf, 0);
    pthread_create(&two, 0, both, 0);
    pthread_mutex_lock(&outer);
    pthread_join(one, 0);
    pthread_mutex_unlock(&outer);
    pthread_join(two, 0);
    return 0;
}
