// property: unreach-call
// verdict: TRUE
// A local that was never assigned holds some value, and keeps it.
#include <assert.h>

int main(void) {
    unsigned char c, d;
    unsigned char first = c;
    assert(c == first);
    unsigned char *p = &d;
    unsigned char second = *p;
    assert(d == second);
    static int zero;
    assert(zero == 0);
    return 0;
}
