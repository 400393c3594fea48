// property: valid-memsafety
// verdict: FALSE
// The address of a freed object in a packed structure is not given out again.
#include <stdlib.h>
struct __attribute__((packed)) { char tag; int *p; } kept;
int main(void) {
    kept.p = malloc(sizeof(int));
    if (!kept.p) return 0;
    *kept.p = 7;
    free(kept.p);
    int *other = malloc(sizeof(int));
    if (!other) return 0;
    *other = 1;
    int found = *kept.p;
    free(other);
    return found;
}
