// property: unreach-call
// verdict: UNKNOWN(undefined behaviour: a thread is detached that was joined or detached before)
// A thread detaches itself that its creator has detached already.
#include <pthread.h>

static void *thread(void *arg) {
    pthread_detach(pthread_self());
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, thread, 0);
    pthread_detach(t);
    pthread_exit(0);
}
