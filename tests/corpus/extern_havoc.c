// property: unreach-call
// verdict: FALSE
// An unknown function may overwrite what a pointer to non-const points to.
#include <assert.h>
extern void fill(unsigned char *);

int main(void) {
    unsigned char c = 1;
    fill(&c);
    assert(c == 1);
    return 0;
}
