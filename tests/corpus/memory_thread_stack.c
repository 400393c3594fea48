// property: valid-memsafety
// verdict: FALSE
// A thread uses a local of a function that may have returned.
#include <pthread.h>

static void *thread(void *arg) {
    *(int *)arg = 1;
    return 0;
}

static pthread_t start(void) {
    int local = 0;
    pthread_t t;
    pthread_create(&t, 0, thread, &local);
    return t;
}

int main(void) {
    pthread_t t = start();
    pthread_join(t, 0);
    return 0;
}
