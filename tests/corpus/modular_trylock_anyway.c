// property: unreach-call
// verdict: FALSE
// A lock that was refused is not held.
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int inside;

static void *work(void *arg) {
    int refused = pthread_mutex_trylock(&m);
    inside = 1;
    assert(inside == 1);
    inside = 0;
    if (!refused) pthread_mutex_unlock(&m);
    return 0;
}

int main(void) {
    pthread_t s, t;
    pthread_create(&s, 0, work, 0);
    pthread_create(&t, 0, work, 0);
    return 0;
}
