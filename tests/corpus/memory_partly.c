// property: valid-memsafety
// verdict: FALSE
// The last byte of the access lies outside.
#include <stdlib.h>
#include <string.h>

int main(void) {
    char *p = malloc(6);
    *(int *)(p + 3) = 1;
    free(p);
    return 0;
}
