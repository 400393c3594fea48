// property: valid-memsafety
// verdict: FALSE
// One behind the end.
#include <stdlib.h>
#include <string.h>

int main(void) {
    int *p = malloc(3 * sizeof *p);
    for (int i = 0; i <= 3; i++) p[i] = i;
    free(p);
    return 0;
}
