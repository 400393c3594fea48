// options: --data-model ILP32
// property: valid-memsafety
// verdict: FALSE
// Small steps without an access, up to where another object may be.
#include <stdlib.h>

int main(void) {
    char *p = malloc(8), *q = malloc(8);
    *p = *q = 0;
    int step = (q - p) / 64;
    for (int i = 0; i < 64; i++) p += step;
    *p = 1;
    return 0;
}
