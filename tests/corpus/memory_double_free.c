// property: valid-memsafety
// verdict: FALSE
// Freed twice.
#include <stdlib.h>
#include <string.h>

int main(void) {
    void *p = malloc(1);
    free(p);
    free(p);
    return 0;
}
