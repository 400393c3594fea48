// property: unreach-call
// verdict: FALSE
// The block ends too early.
#include <assert.h>
#include <pthread.h>
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

int x, y;

static void *writer(void *arg) {
    __VERIFIER_atomic_begin();
    x = 2;
    __VERIFIER_atomic_end();
    y = 1;
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, writer, 0);
    if (x == 2) assert(y == 1);
    pthread_join(t, 0);
    return 0;
}
