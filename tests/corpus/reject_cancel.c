// property: unreach-call
// verdict: UNKNOWN(unsupported: 'pthread_cancel')
#include <pthread.h>

static void *thread(void *arg) { return arg; }

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, thread, 0);
    pthread_cancel(t);
    return 0;
}
