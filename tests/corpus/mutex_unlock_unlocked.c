// property: unreach-call
// verdict: UNKNOWN(undefined behaviour)
// Unlocking a mutex that is not locked is undefined for this kind.
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

int main(void) {
    pthread_mutex_unlock(&mutex);
    return 0;
}
