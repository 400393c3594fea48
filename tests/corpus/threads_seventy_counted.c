// property: unreach-call
// verdict: TRUE
// In a program that detaches a thread, too.
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
    assert(sum == 70);
    return 0;
}
