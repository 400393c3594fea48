// property: unreach-call
// verdict: FALSE
// Threads that create threads, a known number of times.
#include <assert.h>
#include <pthread.h>

static int sum;

static void *child(void *arg) {
    sum++;
    return 0;
}

static void *parent(void *arg) {
    for (int i = 0; i < 9; i++) {
        pthread_t t;
        pthread_create(&t, 0, child, 0);
        pthread_join(t, 0);
    }
    return 0;
}

int main(void) {
    for (int i = 0; i < 8; i++) {
        pthread_t t;
        pthread_create(&t, 0, parent, 0);
        pthread_join(t, 0);
    }
    assert(sum != 72);
    return 0;
}
