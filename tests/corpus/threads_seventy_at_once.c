// property: unreach-call
// verdict: TRUE
// All of them exist at the same time.
#include <assert.h>
#include <pthread.h>

static void *thread(void *arg) { return arg; }

int main(void) {
    pthread_t t[70];
    long sum = 0;
    for (long i = 0; i < 70; i++)
        pthread_create(&t[i], 0, thread, (void *)i);
    for (int i = 0; i < 70; i++) {
        void *result;
        pthread_join(t[i], &result);
        sum += (long)result;
    }
    assert(sum == 2415);
    return 0;
}
