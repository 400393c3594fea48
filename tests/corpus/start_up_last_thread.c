// property: unreach-call
// verdict: UNKNOWN(destructors that run when the last thread has ended)
// main leaves by pthread_exit; the destructor runs when the program ends.
#include <assert.h>
#include <pthread.h>
static int number;

__attribute__((destructor)) static void check(void) {
    assert(number == 1);
}

static void *run(void *argument) {
    number = 1;
    return argument;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, run, 0);
    pthread_exit(0);
}
