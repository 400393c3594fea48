// property: unreach-call
// verdict: TRUE
// options: --extern pure
#include <assert.h>
extern void fill(unsigned char *);

int main(void) {
    unsigned char c = 1;
    fill(&c);
    assert(c == 1);
    return 0;
}
