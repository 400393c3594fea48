// property: no-data-race
// verdict: TRUE
// Both inside atomic blocks.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
int x;

static void *thread(void *arg) {
    __VERIFIER_atomic_begin();
    x++;
    __VERIFIER_atomic_end();
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, thread, 0);
    __VERIFIER_atomic_begin();
    x--;
    __VERIFIER_atomic_end();
    pthread_join(t, 0);
    return 0;
}
