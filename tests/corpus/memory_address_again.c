// property: unreach-call
// verdict: UNKNOWN(undefined behaviour)
// property: valid-memsafety
// verdict: UNKNOWN(undefined behaviour)
// A new object may have the address of a freed one: malloc usually does that here.
#include <assert.h>
#include <stdlib.h>

int main(void) {
    int *old = malloc(sizeof *old);
    free(old);
    int *new = malloc(sizeof *new);
    assert(new != old);
    free(new);
    return 0;
}
