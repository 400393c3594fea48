// valid-memsafety: FALSE
#include <stdlib.h>
extern _Bool __VERIFIER_nondet_bool(void);
int main(void) {
    int n = __VERIFIER_nondet_bool() ? 2 : 3;
    char *a = malloc(n);
    a[2] = 1;
    free(a);
    return 0;
}
