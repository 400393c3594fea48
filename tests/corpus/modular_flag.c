// property: unreach-call
// verdict: TRUE
// property: no-data-race
// verdict: TRUE
// Hand-over by a flag under a mutex: the consumer owns the data once it has seen the flag.
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int full, data;

static void *produce(void *arg) {
    data = 42;
    pthread_mutex_lock(&m);
    full = 1;
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void) {
    pthread_t t;
    int seen;
    pthread_create(&t, 0, produce, 0);
    do {
        pthread_mutex_lock(&m);
        seen = full;
        pthread_mutex_unlock(&m);
    } while (!seen);
    assert(data == 42);
    data = 0;
    return 0;
}
