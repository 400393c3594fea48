// property: unreach-call
// verdict: TRUE
// The text says how many threads there are: no limit counts.
#include <assert.h>
#include <pthread.h>

static int sum;

static void *thread(void *arg) {
    sum++;
    return 0;
}

int main(void) {
    for (int i = 0; i < 70; i++) {
        pthread_t t;
        pthread_create(&t, 0, thread, 0);
        pthread_join(t, 0);
    }
    assert(sum == 70);
    return 0;
}
