// property: unreach-call
// verdict: TRUE
// options: --extern arguments
#include <assert.h>
extern void look(const unsigned char *);

int main(void) {
    unsigned char c = 1;
    look(&c);
    assert(c == 1);
    return 0;
}
