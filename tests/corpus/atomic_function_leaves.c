// property: unreach-call
// verdict: TRUE
// A branch of an atomic function that leaves at once touches nothing, whatever the other one does.
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
int progress;

void __VERIFIER_atomic_check(int before) {
    if (__VERIFIER_nondet_int()) {
        if (before == 1 && progress == 3)
            assert(0);
    }
}

void *reader(void *arg) {
    progress = 1;
    progress = 2;
    return 0;
}

void *updater(void *arg) {
    int before = __VERIFIER_nondet_int();
    __VERIFIER_atomic_check(before);
    __VERIFIER_atomic_check(before);
    return 0;
}

int main(void) {
    pthread_t t, u;
    pthread_create(&t, 0, reader, 0);
    pthread_create(&u, 0, updater, 0);
    pthread_join(t, 0);
    pthread_join(u, 0);
    return 0;
}
