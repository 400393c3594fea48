// Float arithmetic and conversions.
#include <assert.h>
int main(void) {
    float f = 1.1f;
    double d = f;
    assert(d != 1.1 && (float)1.1 == f && (int)2.9 == 2 && (int)-2.9 == -2);
    assert(1 / 2.0 == 0.5 && 7 / 2 == 3 && 3.0f * 2 == 6);
    d = 10;
    d /= 4;
    d += 1;
    d++;
    assert(d == 4.5 && -d < 0 && !(d < 0) && !!d);
    double zero = 0.0, infinite = 1 / zero, none = zero / zero;
    assert(infinite > 1e308 && none != none && !(none < 1) && !(none >= 1));
    long double wide = 1.5L;
    assert(wide * 2 == 3.0 && (unsigned char)200.7 == 200 && (long long)1e10 == 10000000000LL);
    long long halfway = 0x4000004000000001LL; /* not quite: rounded once, not to a double first */
    assert((float)halfway == 4611686568370503680.0f && (float)-halfway == -4611686568370503680.0f);
    int i = 3;
    i *= 1.5;
    assert(i == 4);
    d = -0.5;
    unsigned u = d;
    assert(u == 0);
    d = 4294967295.9;
    u = d;
    assert(u == 4294967295u);
    d = -2147483648.9;
    assert((int)d == -2147483647 - 1 && (signed char)-128.9 == -128 && (signed char)127.9 == 127);
    f = 2147483520.0f;
    assert((int)f == 2147483520 && (int)-2147483648.0f == -2147483647 - 1);
    d = -9223372036854775808.0;
    assert((long long)d == -9223372036854775807LL - 1 && (unsigned long long)18446744073709549568.0 == 18446744073709549568ULL);
    float sum = 0;
    for (int k = 0; k < 10; k++)
        sum += 0.1f;
    assert(sum != 1.0f && sum > 0.9999 && sum < 1.0001);
    return 0;
}
