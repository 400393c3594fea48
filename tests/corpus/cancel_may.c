// property: unreach-call
// verdict: FALSE
// printf may be a cancellation point, so what follows may not be done.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
static int done;

static void *run(void *argument) {
    printf("working\n");
    done = 1;
    return argument;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, run, 0);
    pthread_cancel(thread);
    pthread_join(thread, 0);
    assert(done);
    return 0;
}
