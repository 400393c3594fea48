// property: unreach-call
// verdict: UNKNOWN(unsupported: inline assembly)
// property: no-data-race
// verdict: FALSE
// The assertion behind the assembly may fail or not; the race in front of it is there.
#include <assert.h>
#include <pthread.h>

static int x;

static void *thread(void *p) {
    x++;
    if (x > 1) __asm__ volatile("made up" : "+r"(x));
    assert(x < 3);
    return p;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, thread, 0);
    thread(0);
    return 0;
}
