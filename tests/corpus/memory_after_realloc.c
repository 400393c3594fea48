// property: valid-memsafety
// verdict: FALSE
// The old block is gone.
#include <stdlib.h>
#include <string.h>

int main(void) {
    int *p = malloc(sizeof *p);
    int *q = realloc(p, 100);
    *p = 1;
    free(q);
    return 0;
}
