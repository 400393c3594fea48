// options: --data-model ILP32
// property: valid-memsafety
// verdict: TRUE
// Addresses as integers are numbers: their arithmetic may lead from one object to another.
#include <stdint.h>
extern _Bool __VERIFIER_nondet_bool(void);
int a[4], b[4];

int main(void) {
    uintptr_t p = (uintptr_t)a, q = (uintptr_t)(__VERIFIER_nondet_bool() ? b : a);
    uintptr_t distance = q - p;
    *(int *)(p + distance) = 1;
    *(int *)((uintptr_t)(void *)&b[1] & ~(uintptr_t)3) = 2;
    return b[1] != 2;
}
