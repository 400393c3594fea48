// property: unreach-call
// verdict: FALSE
// Handlers run while other threads go on.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
static int done;

static void check(void) {
    assert(done == 0);
}

static void *work(void *argument) {
    done = 1;
    return argument;
}

int main(void) {
    pthread_t thread;
    atexit(check);
    pthread_create(&thread, 0, work, 0);
    return 0;
}
