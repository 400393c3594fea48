// property: unreach-call
// verdict: TRUE
// Additions may be lost, but there are no more of them than threads.
#include <assert.h>
#include <pthread.h>

int x;

static void *add(void *arg) {
    int old = x;
    x = old + 1;
    return 0;
}

static void *look(void *arg) {
    assert(x <= 3);
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, look, 0);
    for (int i = 0; i < 3; i++) pthread_create(&t, 0, add, 0);
    pthread_exit(0);
}
