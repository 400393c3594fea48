// property: unreach-call
// verdict: TRUE
// A local that was never assigned holds some value, and keeps it.
#include <assert.h>

int main(void) {
    unsigned char c;
    _Bool d;
    unsigned char first = c;
    assert(c == first);
    _Bool *p = &d;
    _Bool second = *p;
    assert(d == second);
    static int zero;
    assert(zero == 0);
    return 0;
}
