// property: unreach-call
// verdict: TRUE
// verdict explicit: UNKNOWN(inputs
// Nor does it for a thread that was created later.
#include <assert.h>
#include <pthread.h>
#include <time.h>
static struct timespec second;

static void *later(void *unused) {
    clock_gettime(CLOCK_MONOTONIC, &second);
    return unused;
}

int main(void) {
    pthread_t thread;
    struct timespec first;
    clock_gettime(CLOCK_MONOTONIC, &first);
    pthread_create(&thread, 0, later, 0);
    pthread_join(thread, 0);
    assert(second.tv_sec >= first.tv_sec);
    return 0;
}
