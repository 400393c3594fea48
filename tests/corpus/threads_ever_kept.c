// property: unreach-call
// verdict: TRUE
// verdict explicit: UNKNOWN(threads: more than 64 (--threads))
// Nobody joins the threads, so that there are more and more of them.
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
static void *thread(void *arg) { return 0; }

int main(void) {
    pthread_t t;
    while (__VERIFIER_nondet_int())
        pthread_create(&t, 0, thread, 0);
    return 0;
}
