// property: unreach-call
// verdict: TRUE
#include <assert.h>

int main(void) {
    double d = 0.1 + 0.2;
    assert(d != 0.3 && d > 0.3 && d < 0.30000000001);
    float f = 16777216.0f;
    assert(f + 1.0f == f);           // rounded to 24 bits
    assert((double)f + 1.0 == 16777217.0);
    assert((int)-2.9 == -2 && (unsigned char)200.7 == 200);
    double zero = 0.0, inf = 1.0 / zero, nan = zero / zero;
    assert(inf > 1e308 && -inf < 0 && nan != nan && !(nan < nan) && !(nan >= 0));
    assert(-0.0 == 0.0 && 1.0 / -0.0 < 0);
    assert(0.1f != 0.1);
    float third = 1;
    third /= 3;
    assert(third * 3 == 1.0f);
    assert((float)0x7fffffffffffffffLL == 9223372036854775808.0f);
    assert((long long)1e15 == 1000000000000000LL);
    return nan ? 0 : 1;
}
