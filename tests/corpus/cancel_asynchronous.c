// property: unreach-call
// verdict: UNKNOWN(a thread with asynchronous cancellation may end anywhere)
// Asynchronous cancellation is not followed.
#include <pthread.h>
static int number;

static void *run(void *argument) {
    pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, 0);
    number++;
    return argument;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, run, 0);
    pthread_cancel(thread);
    return 0;
}
