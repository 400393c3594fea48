// property: unreach-call
// verdict: TRUE
// The first step of a thread draws an input and branches on it: it is possible whatever is drawn, so that others may wait for it.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
extern void reach_error(void);
extern void __VERIFIER_assume(int);
extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
long long r0 = -99;
long long r1 = -99;
long long r2 = -99;
long long r3 = -99;
long long r4 = -99;
long long r5 = -99;
long long r6 = -99;
long long r7 = -99;
volatile signed char x0;
short x1;
uint16_t x2;
int a[2];
unsigned char b0;
__thread int tl = 1;
pthread_mutex_t ms[2] = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER };
pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
void *inner(void *arg) {
    int l0 = 0, l1 = 2;
    x1 |= (l1);
    x1 = 1;
    return (void *)(intptr_t)(l0 + 1);
}
void *f0(void *arg) {
    int l0 = (int)(intptr_t)arg, l1 = 1;
    l0 = __VERIFIER_nondet_bool();
    if (x1 < (l0 & 1)) {
        l0 = l1;
    }
    pthread_mutex_lock(&ms[0]);
    { __typeof__(b0) e = 2; l1 = __atomic_compare_exchange_n(&b0, &e, (l1 * 4), 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST) + 2 * e; };
    pthread_mutex_lock(ms + 1);
    l1 += (l0 & 5);
    tl += l1; l1 = tl;
    pthread_mutex_unlock(ms + 1);
    pthread_mutex_unlock(&ms[0]);
    pthread_t own; pthread_create(&own, 0, inner, 0);
    { void *v = 0; pthread_join(own, &v); l0 += (intptr_t)v; }
    assert(l1 != 4);
    pthread_exit((void *)(intptr_t)(l0 * 5 + l1));
    return 0;
}
void *f1(void *arg) {
    int l0 = (int)(intptr_t)arg, l1 = 2;
    pthread_rwlock_wrlock(&rw);
    l1 = a[(1) & 1];
    pthread_rwlock_unlock(&rw);
    return (void *)(intptr_t)l1;
}
int main(void) {
    int l0 = 0, l1 = 1; (void)l0; (void)l1;
    pthread_t t0, t1;
    pthread_create(&t0, 0, f0, (void *)(intptr_t)0);
    pthread_create(&t1, 0, f1, (void *)(intptr_t)1);
    { void *v = 0; pthread_join(t0, &v); r0 = (intptr_t)v; }
    { void *v = 0; pthread_join(t1, &v); r1 = (intptr_t)v; }
    r2 = x0;
    r3 = x1;
    r4 = x2;
    r5 = b0;
    r6 = a[0];
    r7 = a[1];
    return 0;
}
