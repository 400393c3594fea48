// property: unreach-call
// verdict: UNKNOWN(undefined behaviour: a thread is joined that was joined or detached before)
// The wrong thread is joined a second time.
#include <pthread.h>

static void *thread(void *arg) {
    return arg;
}

int main(void) {
    pthread_t one, two;
    pthread_create(&one, 0, thread, 0);
    pthread_create(&two, 0, thread, 0);
    pthread_join(one, 0);
    pthread_join(one, 0);
    return 0;
}
