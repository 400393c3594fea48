// property: no-deadlock
// verdict: TRUE
// Main waits for ever, but for a thread that runs.
#include <pthread.h>

int flag;

static void *local(void *arg) {
    for (;;) {}
}

static void *shared(void *arg) {
    while (!__atomic_load_n(&flag, __ATOMIC_SEQ_CST)) {}
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, local, 0);
    pthread_create(&b, 0, shared, 0);
    pthread_join(b, 0);
    return 0;
}
