// property: unreach-call
// verdict: TRUE
// What a path says about an array with any indices is not what the states on it say: proofs made of it did not re-check.
#include <assert.h>
#include <pthread.h>

extern _Bool __VERIFIER_nondet_bool(void);

int v[4], i, j, k;

static void *one(void *arg) {
    v[i] = v[j];
    return 0;
}

static void *two(void *arg) {
    v[i] = v[i] + 1;
    return 0;
}

int main(void) {
    pthread_t a, b;
    i = __VERIFIER_nondet_bool();
    j = __VERIFIER_nondet_bool();
    k = i;
    pthread_create(&a, 0, one, 0);
    pthread_create(&b, 0, two, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(v[k] != 2);
    return 0;
}
