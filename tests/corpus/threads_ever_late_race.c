// property: no-data-race
// verdict: FALSE
// property: no-deadlock
// verdict: TRUE
// After a hundred threads main does not wait for the last one before it writes.
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
static unsigned char count;

static void *thread(void *arg) {
    count++;
    return 0;
}

int main(void) {
    while (__VERIFIER_nondet_int()) {
        pthread_t t;
        unsigned char before = count;
        pthread_create(&t, 0, thread, 0);
        if (before == 100)
            count = 0;
        pthread_join(t, 0);
    }
    return 0;
}
