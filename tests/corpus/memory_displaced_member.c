// property: valid-memsafety
// verdict: FALSE
// A member that lies far behind the end of the object.
#include <stdlib.h>
struct large { char bytes[(1 << 20) - 4]; int behind, next; };

int main(void) {
    struct large *p = malloc(8);
    int *q = malloc(8);
    q[0] = q[1] = 0;
    p->next = 1;
    return 0;
}
