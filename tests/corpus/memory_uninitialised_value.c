// property: unreach-call
// verdict: FALSE
// verdict explicit: UNKNOWN(inputs)
// Memory that was never written holds anything, also what the program asks for.
#include <assert.h>
#include <stdlib.h>
struct pair { int a; short b; };
int main(void) {
    struct pair *p = malloc(sizeof(struct pair));
    if (p->a == 4711) assert(p->b != 4711);
    free(p);
    return 0;
}
