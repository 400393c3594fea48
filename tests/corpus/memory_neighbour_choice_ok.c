// property: valid-memsafety
// verdict: TRUE
// One of two arrays, or of three blocks that one statement makes, within their bounds.
#include <stdlib.h>
extern _Bool __VERIFIER_nondet_bool(void);
int a[4], b[4];
char *blocks[3];

int main(void) {
    for (int i = 0; i < 3; i++) blocks[i] = malloc(8);
    int which = __VERIFIER_nondet_bool();
    int *p = which ? a : b;
    p[3] = 1;
    char *r = blocks[which + 1] + 8;
    while (r > blocks[which + 1]) *--r = 1;
    return 0;
}
