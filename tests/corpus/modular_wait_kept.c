// property: unreach-call
// verdict: FALSE
// property: no-data-race
// verdict: TRUE
// A wait gives the mutex away: what was known of the data before it need not hold behind it.
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
int x = 1;

static void *change(void *arg) {
    pthread_mutex_lock(&m);
    x = x ? 0 : 2;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, change, 0);
    pthread_mutex_lock(&m);
    x = 0;
    pthread_cond_wait(&c, &m);
    assert(x == 0);
    pthread_mutex_unlock(&m);
    return 0;
}
