// property: valid-memsafety
// verdict: FALSE
// The same, written as a sum; and before the first element.
#include <stdlib.h>
struct record { int id; char name[8]; int end; };

int main(void) {
    struct record *r = malloc(sizeof *r);
    *(r->name + 7) = 0;
    *(r->name + -1) = 1;
    return 0;
}
