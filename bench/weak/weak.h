/* Two threads `a` and `b`, and a critical section that only one of them may be in. */
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
int inside;

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

static void run(void) {
    pthread_t s, t;
    pthread_create(&s, 0, a, 0);
    pthread_create(&t, 0, b, 0);
    pthread_join(s, 0);
    pthread_join(t, 0);
}
