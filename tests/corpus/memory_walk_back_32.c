// options: --data-model ILP32
// property: valid-memsafety
// verdict: FALSE
// Far away and back: no pointer arithmetic that leaves an object leads back to it.
#include <stdlib.h>
unsigned n = 1u << 30;

int main(void) {
    char *p = malloc(8);
    char *q = p + n;
    q -= n;
    *q = 1;
    return 0;
}
