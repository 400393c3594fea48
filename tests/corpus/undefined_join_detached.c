// property: unreach-call
// verdict: UNKNOWN(undefined behaviour: a thread is joined that was joined or detached before)
// glibc does not wait for a detached thread: the assertion may fail.
#include <assert.h>
#include <pthread.h>

int x;

static void *thread(void *arg) {
    x = 1;
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, thread, 0);
    pthread_detach(t);
    pthread_join(t, 0);
    assert(x == 1);
    return 0;
}
