// property: unreach-call
// verdict: UNKNOWN(undefined behaviour)
// A handle is joined again, after other threads were created.
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
static pthread_t t[2];

static void *thread(void *arg) { return 0; }

int main(void) {
    pthread_create(&t[0], 0, thread, 0);
    for (int i = 0; __VERIFIER_nondet_int(); i = 1) {
        pthread_join(t[i && __VERIFIER_nondet_int()], 0);
        pthread_create(&t[1], 0, thread, 0);
    }
    return 0;
}
