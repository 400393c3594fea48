// property: no-data-race
// verdict: FALSE
// One inside an atomic block, one outside.
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
    x--;
    pthread_join(t, 0);
    return 0;
}
