// property: valid-memsafety
// verdict: FALSE
// What was cut off is gone.
#include <stdlib.h>

int main(void) {
    char *p = malloc(4);
    p = realloc(p, 2);
    p[2] = 1;
    free(p);
    return 0;
}
