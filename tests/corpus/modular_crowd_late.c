// property: no-data-race
// verdict: FALSE
// property: unreach-call
// verdict: FALSE
// The limit is written after the first thread was created: that one may read it before, or at the same time.
#include <assert.h>
#include <pthread.h>

int limit;

static void *work(void *arg) {
    assert(limit == 50);
    return 0;
}

int main(void) {
    pthread_t t, u;
    pthread_create(&t, 0, work, 0);
    limit = 50;
    pthread_create(&u, 0, work, 0);
    return 0;
}
