// Promotions, conversions, wrapping, shifts, division; _Bool and enums.
#include <assert.h>
enum colour { RED, GREEN = 5, BLUE };
int main(void) {
    unsigned char uc = 250;
    uc += 10;
    assert(uc == 4 && (unsigned char)-1 == 255 && ~uc == -5);
    signed char sc = 127;
    sc++;
    assert(sc == -128 && -sc == 128);
    short sh = -1;
    assert((unsigned short)sh == 65535 && (unsigned)sh == 4294967295u && sh < 1u == 0);
    long long ll = 1LL << 40;
    assert((int)ll == 0 && ll > 0x7fffffff && (unsigned long long)-1 >> 63 == 1);
    assert(-7 / 2 == -3 && -7 % 2 == -1 && (-7 >> 1) == -4 && 7u / 2 == 3);
    unsigned u = 1u << 31;
    assert(u >> 31 == 1 && u + u == 0 && (int)u < 0);
    int i = 2147483647;
    i++;
    assert(i == -2147483647 - 1);
    _Bool b = 5;
    assert(b == 1 && sizeof b == 1);
    b = 0.5;
    assert(b);
    b--;
    assert(!b);
    b += 7;
    assert(b == 1 && (b << 3) == 8 && (_Bool)256 && !(_Bool)0.0);
    enum colour c = BLUE;
    assert(c == 6 && RED == 0 && sizeof c == 4);
    assert('a' == 97 && '\n' == 10 && '\x41' == 'A' && 0x10 == 16 && 010 == 8);
    assert((3 > 2 > 1) == 0 && (1 ? 2u : -1) > 1 && !5 == 0 && -(-3) == 3 && ~0 == -1);
    assert((char)200 == -56 && (200 ^ 55) == 255 && (12 & 10) == 8 && (12 | 3) == 15);
    i = 7;
    i <<= 2; i |= 1; i ^= 3; i %= 20; i *= -2; i -= 4; i /= 3; i >>= 1; i &= 0xff;
    assert(i == ((((((((7 << 2 | 1) ^ 3) % 20) * -2) - 4) / 3) >> 1) & 0xff));
    uc = 255;
    uc <<= 1;
    assert(uc == 254);
    uc >>= 1;
    assert(uc == 127);
    assert(sizeof(1 + 1LL) == 8 && sizeof((char)1 + (char)1) == 4);
    return 0;
}
