// property: unreach-call
// verdict: TRUE
// A bit-field that shares a byte with the one before it, where the fields around them need more than 64 bits.
#include <assert.h>
struct S {
    unsigned d : 31;
    signed e : 2;
    long long f : 40;
    _Bool g : 1;
};
int main(void) {
    struct S s = {0};
    s.d = -1;
    s.e = 3;
    s.f = 1LL << 39;
    s.g = 2;
    assert(s.d == 0x7fffffff && s.e == -1 && s.f == -(1LL << 39) && s.g == 1);
    s.e = 0;
    s.f++;
    assert(s.d == 0x7fffffff && s.e == 0 && s.f == 1 - (1LL << 39) && s.g == 1);
}
