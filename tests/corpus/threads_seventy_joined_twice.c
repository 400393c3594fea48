// property: unreach-call
// verdict: UNKNOWN(undefined behaviour)
// The last thread is detached after it was joined.
#include <assert.h>
#include <pthread.h>

static int sum;

static void *thread(void *arg) {
    sum++;
    return 0;
}

int main(void) {
    pthread_t t[70];
    for (int i = 0; i < 70; i++) {
        pthread_create(&t[i], 0, thread, 0);
        pthread_join(t[i], 0);
    }
    pthread_detach(pthread_self());
    pthread_detach(t[69]);
    assert(sum == 70);
    return 0;
}
