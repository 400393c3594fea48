// property: unreach-call
// verdict: FALSE
// property: no-deadlock
// verdict: TRUE
// The same where the loop can be left: staying in it is possible, leaving it, too.
#include <pthread.h>
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

int x;

static void *thread(void *arg) {
    x = 1;
    while (__VERIFIER_nondet_bool()) {}
    x = 2;
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, thread, 0);
    if (x == 1) reach_error();
    return 0;
}
