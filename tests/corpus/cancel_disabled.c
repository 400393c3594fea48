// property: unreach-call
// verdict: TRUE
// property: no-deadlock
// verdict: TRUE
// A request waits until the thread lets itself be cancelled; destructors of its values run then.
#include <assert.h>
#include <pthread.h>
#include <unistd.h>
static int steps, destroyed;
static pthread_key_t key;

static void destroy(void *value) {
    destroyed += *(int *)value;
}

static void *run(void *argument) {
    static int three = 3;
    int old;
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &old);
    pthread_setspecific(key, &three);
    pthread_testcancel();
    sleep(1);
    steps = 1;
    pthread_setcancelstate(old, 0);
    pause();
    steps = 2;
    return argument;
}

int main(void) {
    pthread_t thread;
    void *result;
    pthread_key_create(&key, destroy);
    pthread_create(&thread, 0, run, 0);
    pthread_cancel(thread);
    pthread_join(thread, &result);
    assert(result == PTHREAD_CANCELED && steps == 1 && destroyed == 3);
    return 0;
}
