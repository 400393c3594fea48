// property: valid-memsafety
// verdict: TRUE
// property: no-data-race
// verdict: TRUE
// The usual body ends the program.
#include <assert.h>
#include <stdlib.h>
extern _Bool __VERIFIER_nondet_bool(void);

void reach_error(void) { assert(0); }
void __VERIFIER_error(void) { abort(); }

int main(void) {
    int *p = 0;
    if (__VERIFIER_nondet_bool())
        reach_error();
    else
        __VERIFIER_error();
    return *p;
}
