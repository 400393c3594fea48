// property: unreach-call
// verdict: TRUE
// Two threads work on two different cells of an array: their steps commute, although the indices are not constants.
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_assume(int);
extern int __VERIFIER_nondet_int(void);

int v[4], i, j;

static void *one(void *arg) {
    v[i] = 1;
    v[i] = v[i] + 1;
    return 0;
}

static void *two(void *arg) {
    v[j] = 2;
    v[j] = v[j] + 1;
    return 0;
}

int main(void) {
    pthread_t a, b;
    i = __VERIFIER_nondet_int() & 3;
    j = __VERIFIER_nondet_int() & 3;
    __VERIFIER_assume(i != j);
    pthread_create(&a, 0, one, 0);
    pthread_create(&b, 0, two, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(v[i] == 2 && v[j] == 3);
    return 0;
}
