// property: unreach-call
// verdict: TRUE
#include <assert.h>

static int calls;
static int yes(void) { calls++; return 1; }
static int no(void) { calls += 10; return 0; }

int main(void) {
    assert((yes() || no()) && calls == 1);
    calls = 0;
    assert(!(no() && yes()) && calls == 10);
    calls = 0;
    int r = yes() ? 5 : no();
    assert(r == 5 && calls == 1);
    r = (1, 2, 3);
    assert(r == 3);
    int x = 7;
    x <<= 2; x |= 1; x ^= 0xf; x -= 2; x %= 7; x *= -3; x /= 2;
    assert(x == -3);
    unsigned char c = 200;
    c += 100;
    assert(c == 44);
    c >>= 1;
    assert(c == 22);
    int i = 1;
    int j = i++ + 5;
    assert(i == 2 && j == 6);
    j = --i;
    assert(j == 1);
    int a, b;
    a = b = 3;
    assert(a == 3 && (a += b) == 6);
    assert(!5 == 0 && !!5 == 1 && ~5 == -6 && -(-5) == 5 && +c == 22);
    assert((5 & 3) == 1 && (5 | 3) == 7 && (5 ^ 3) == 6);
    assert(1 + 2 * 3 == 7 && 1 << 2 + 1 == 8);
    assert((r = 0) == 0 && (0 ? r++ : 4) == 4 && r == 0);
    short s = 1;
    s *= 2.6;                        // computed as double
    assert(s == 2);
    return 0;
}
