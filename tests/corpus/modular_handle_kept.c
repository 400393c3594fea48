// property: no-data-race
// verdict: TRUE
// property: unreach-call
// verdict: TRUE
// Both threads are joined before main reads what they wrote.
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x;

static void *work(void *arg) {
    pthread_mutex_lock(&m);
    x = 1;
    x = 0;
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void) {
    pthread_t t, u;
    pthread_create(&u, 0, work, 0);
    pthread_create(&t, 0, work, 0);
    pthread_join(t, 0);
    pthread_join(u, 0);
    assert(x == 0);
    return 0;
}
