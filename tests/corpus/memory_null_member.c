// property: valid-memsafety
// verdict: FALSE
// A member of no struct.
#include <stdlib.h>
#include <string.h>
struct s { int a, b; };
int main(void) {
    struct s *p = NULL;
    p->b = 1;
    return 0;
}
