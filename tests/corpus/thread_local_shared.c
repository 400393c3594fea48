// property: unreach-call
// verdict: FALSE
// property: no-data-race
// verdict: FALSE
// A pointer to a thread-local variable gives it away.
#include <assert.h>
#include <pthread.h>

__thread int mine;

static void *thread(void *arg) {
    *(int *)arg = 1;
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, thread, &mine);
    assert(mine == 0);
    pthread_join(t, 0);
    return 0;
}
