// property: valid-memsafety
// verdict: FALSE
// Not the start of the block.
#include <stdlib.h>
#include <string.h>

int main(void) {
    char *p = malloc(2);
    free(p + 1);
    return 0;
}
