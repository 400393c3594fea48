// property: unreach-call
// verdict: UNKNOWN(handlers of atexit that run when the last thread has ended)
// main leaves by pthread_exit; the handler runs when the program ends.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
static int number;

static void check(void) {
    assert(number == 1);
}

static void *run(void *argument) {
    number = 1;
    return argument;
}

int main(void) {
    pthread_t thread;
    atexit(check);
    pthread_create(&thread, 0, run, 0);
    pthread_exit(0);
}
