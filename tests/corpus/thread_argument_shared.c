// property: unreach-call
// verdict: FALSE
// property: no-data-race
// verdict: FALSE
// Every thread gets a pointer to the same loop variable.
#include <assert.h>
#include <pthread.h>

int seen[2];

static void *thread(void *arg) {
    int me = *(int *)arg;
    if (me < 2) seen[me] = 1;
    return 0;
}

int main(void) {
    pthread_t t[2];
    int i;
    for (i = 0; i < 2; i++) pthread_create(&t[i], 0, thread, &i);
    pthread_join(t[0], 0);
    pthread_join(t[1], 0);
    assert(seen[0] && seen[1]);
    return 0;
}
