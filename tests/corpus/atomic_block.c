// property: unreach-call
// verdict: TRUE
// Nothing comes between the accesses of an atomic block, not even a plain access of another thread.
#include <assert.h>
#include <pthread.h>
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

int x, y;

static void *writer(void *arg) {
    __VERIFIER_atomic_begin();
    x = 1;
    x = 2;
    y = 1;
    __VERIFIER_atomic_end();
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, writer, 0);
    int a = x;
    assert(a != 1);
    if (a == 2) assert(y == 1);
    pthread_join(t, 0);
    return 0;
}
