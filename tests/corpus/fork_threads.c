// property: unreach-call
// verdict: UNKNOWN(the child of fork is not followed where there are other threads)
// verdict explicit: UNKNOWN(inputs)
// In the child of a program with threads only the one that forked goes on.
#include <pthread.h>
extern int fork(void);

static void *run(void *argument) {
    return argument;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, run, 0);
    fork();
    return 0;
}
