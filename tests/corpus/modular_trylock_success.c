// property: unreach-call
// verdict: TRUE
// A lock that may be refused is held only where it was not.
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int inside;

static void *work(void *arg) {
    if (pthread_mutex_trylock(&m)) return 0;
    inside = 1;
    assert(inside == 1);
    inside = 0;
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void) {
    pthread_t s, t;
    pthread_create(&s, 0, work, 0);
    pthread_create(&t, 0, work, 0);
    return 0;
}
