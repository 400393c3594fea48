// property: unreach-call
// verdict: FALSE
// exit runs the destructor in any thread; _exit does not.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>
static int ended;

__attribute__((destructor)) static void check(void) {
    assert(ended == 1);
}

static void *run(void *argument) {
    ended = 2;
    exit(0);
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, run, 0);
    pthread_join(thread, 0);
    _exit(0);
}
