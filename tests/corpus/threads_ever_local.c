// property: unreach-call
// verdict: TRUE
// Thread-local variables of each thread are new.
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
static _Thread_local int mine;

static void *thread(void *arg) {
    assert(mine == 0);
    mine = 1;
    return 0;
}

int main(void) {
    while (__VERIFIER_nondet_int()) {
        pthread_t t;
        pthread_create(&t, 0, thread, 0);
        pthread_join(t, 0);
        assert(mine == 0);
    }
    return 0;
}
