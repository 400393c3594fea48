// property: unreach-call
// verdict: UNKNOWN(l64a is not modelled)
// Digits of a number, and back: not just any number.
#include <assert.h>

extern long a64l(const char *);
extern char *l64a(long);

int main(void) {
    assert(a64l(l64a(5)) == 5);
    return 0;
}
