// property: valid-memsafety
// verdict: FALSE
// property: unreach-call
// verdict: UNKNOWN(undefined behaviour
// An index so large that it would meet another object, which is alive: bounds are those of the object that `p` was derived from.
#include <stdlib.h>

int main(void) {
    int *p = malloc(64), *q = malloc(64);
    p[0] = q[0] = 0;
    p[1 << 18] = 1;
    return 0;
}
