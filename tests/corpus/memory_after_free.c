// property: valid-memsafety
// verdict: FALSE
// Use after free.
#include <stdlib.h>
#include <string.h>

int main(void) {
    int *p = malloc(sizeof *p), *q = p;
    free(p);
    *q = 1;
    return 0;
}
