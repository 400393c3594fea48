// property: unreach-call
// verdict: TRUE
// Large objects whose initialisers set some parts twice, or several bit-fields of one unit: the rest is zero.
#include <assert.h>

struct flags {
    unsigned a : 4, b : 4, c : 4, d : 4, e : 4, f : 4, g : 4, h : 4;
    int rest[80];
};

int main(void) {
    int a[70] = {[0 ... 68] = 1, [0] = 5};
    assert(a[0] == 5 && a[68] == 1);
    assert(a[69] == 0);
    struct flags s = {1, 2, 3, 4, 5, 6, 7, 8, .rest = {[0 ... 78] = 9}};
    assert(s.a == 1 && s.h == 8 && s.rest[78] == 9);
    assert(s.rest[79] == 0);
}
