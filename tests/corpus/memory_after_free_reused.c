// property: valid-memsafety
// verdict: FALSE
// A new block does not revive a dangling pointer.
#include <stdlib.h>
#include <string.h>

int main(void) {
    int *p = malloc(sizeof *p);
    free(p);
    int *q = malloc(sizeof *q);
    *q = 1;
    *p = 2;
    free(q);
    return 0;
}
