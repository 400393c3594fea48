// property: unreach-call
// verdict: TRUE
// exit in a thread ends everything at once; code behind it does not run, in any thread.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

int x;

static void *thread(void *arg) {
    exit(0);
    x = 1;
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, thread, 0);
    pthread_join(t, 0);
    assert(0);
    return 0;
}
