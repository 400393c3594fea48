// valid-memsafety: FALSE
#include <stdlib.h>
extern _Bool __VERIFIER_nondet_bool(void);
int main(void) {
    char *p = malloc(3), *q = __VERIFIER_nondet_bool() ? p : 0;
    free(p);
    free(q);
    return 0;
}
