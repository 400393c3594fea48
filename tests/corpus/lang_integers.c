// property: unreach-call
// verdict: TRUE
// Promotions, the usual arithmetic conversions and wrap-around of every width (LP64).
#include <assert.h>
#include <limits.h>

int main(void) {
    signed char c = 127;
    c++;
    assert(c == -128);
    unsigned char u = 0;
    u--;
    assert(u == 255);
    assert(u + 1 == 256);            // promoted to int
    unsigned short s = 65535;
    assert((unsigned short)(s + 1) == 0 && s + 1 == 65536);
    assert(-1 > 0u);                 // int meets unsigned
    assert(-1 < (long)0u);           // unsigned fits into long
    assert((long)-1 < 1u);
    assert(sizeof(long) == 8 && -1L < 1u);
    assert((unsigned char)-1 == 255 && (signed char)255 == -1);
    assert((char)200 == -56);        // char is signed
    assert(~0u == UINT_MAX && ~(unsigned char)0 == -1);
    assert(INT_MIN == -INT_MAX - 1);
    int big = INT_MAX;
    big = big + 1;                   // wraps unless no-overflow is verified
    assert(big == INT_MIN);
    unsigned long long wide = 1ULL << 63;
    assert(wide > LLONG_MAX && (long long)wide < 0);
    assert(-7 / 2 == -3 && -7 % 2 == -1 && 7 / -2 == -3 && 7 % -2 == 1);
    assert((-7) >> 1 == -4);         // arithmetic shift
    assert(((unsigned)-7) >> 1 == 0x7ffffffcu);
    assert((1 ? -1 : 0u) > 0);       // the type of ?: is unsigned
    assert('a' + 1 == 'b' && sizeof('a') == sizeof(int));
    return 0;
}
