// property: unreach-call
// verdict: FALSE
// A thread may stay for ever in a loop that only draws inputs; what it wrote before is there for others to see.
#include <pthread.h>
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

int x;

static void *thread(void *arg) {
    x = 1;
    for (;;) {
        _Bool b = __VERIFIER_nondet_bool();
        if (b) (void)b;
    }
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, thread, 0);
    if (x == 1) reach_error();
    return 0;
}
