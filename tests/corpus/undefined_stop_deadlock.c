// options: --undefined stop
// property: no-deadlock
// verdict: TRUE
// property: no-data-race
// verdict: TRUE
// An execution that ends by undefined behaviour is no deadlock, although main would wait for ever.
#include <pthread.h>
int main(void) {
    pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
    int *volatile p = 0;
    pthread_mutex_lock(&m);
    *p = 1;
    pthread_mutex_lock(&m);
}
