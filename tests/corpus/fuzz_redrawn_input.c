// property: unreach-call
// verdict: TRUE
// An input that a branch has determined is drawn again in the same step.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

extern _Bool __VERIFIER_nondet_bool(void);
int *heap;

int bump(int *p, int by) {
    *p += by;
    return by + 1;
}

void *f0(void *arg) {
    int l0 = (int)(intptr_t)arg, l1 = 3;
    for (int i1 = 0; i1 < 2; i1++) {
        if (l0) {
            l0 = __VERIFIER_nondet_bool();
        } else {
            l1 = bump(heap + 1, 0);
        }
    }
    return (void *)(intptr_t)(l0 * 5 + l1);
}

int main(void) {
    pthread_t t;
    heap = malloc(2 * sizeof *heap);
    heap[0] = 1;
    heap[1] = 2;
    pthread_create(&t, 0, f0, (void *)(intptr_t)2);
    return 0;
}
