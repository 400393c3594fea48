// property: valid-memsafety
// verdict: FALSE
// One before the start.
#include <stdlib.h>
#include <string.h>

int main(void) {
    int *p = malloc(3 * sizeof *p);
    p[-1] = 0;
    free(p);
    return 0;
}
