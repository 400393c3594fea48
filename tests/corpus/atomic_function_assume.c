// property: unreach-call
// verdict: TRUE
// The classic lock of older tasks: an atomic block that assumes the lock is free.
extern void __VERIFIER_assume(int);
extern void __VERIFIER_error(void);
#include <pthread.h>

int lock, inside;

void __VERIFIER_atomic_acquire(void) {
    __VERIFIER_assume(lock == 0);
    lock = 1;
}

static void *thread(void *arg) {
    __VERIFIER_atomic_acquire();
    inside++;
    if (inside != 1) __VERIFIER_error();
    inside--;
    lock = 0;
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, thread, 0);
    pthread_create(&b, 0, thread, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
