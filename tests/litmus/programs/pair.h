/* Two threads `a` and `b`; FULL and STORE are fences where the test defines them. */
#include <assert.h>
#include <pthread.h>
#ifndef FULL
#define FULL ((void)0)
#endif
#ifndef STORE
#define STORE ((void)0)
#endif
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
int inside;

/* Nobody else may be here. */
static void critical(void) {
    __VERIFIER_atomic_begin();
    int now = ++inside;
    __VERIFIER_atomic_end();
    assert(now == 1);
    __VERIFIER_atomic_begin();
    inside--;
    __VERIFIER_atomic_end();
}

void *a(void *), *b(void *);

int main(void) {
    pthread_t s, t;
    pthread_create(&s, 0, a, 0);
    pthread_create(&t, 0, b, 0);
    pthread_join(s, 0);
    pthread_join(t, 0);
    return 0;
}
