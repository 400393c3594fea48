// property: valid-memsafety
// verdict: FALSE
// From an object that is freed to one that is not.
#include <stdlib.h>

int main(void) {
    int *p = malloc(40), *q = malloc(40);
    *q = 1;
    long distance = q - p;
    free(p);
    p[distance] = 2;
    return 0;
}
