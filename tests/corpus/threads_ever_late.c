// property: unreach-call
// verdict: FALSE
// The hundredth thread fails.
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
static unsigned char count;

static void *thread(void *arg) {
    count++;
    assert(count != 100);
    return 0;
}

int main(void) {
    while (__VERIFIER_nondet_int()) {
        pthread_t t;
        pthread_create(&t, 0, thread, 0);
        pthread_join(t, 0);
    }
    return 0;
}
