// Bit-fields: truncation, sign, neighbours, every kind of update.
#include <assert.h>
struct bits { unsigned a : 3; int b : 5; unsigned long long c : 40; _Bool d : 1; char e; unsigned f : 4; };
struct wide { unsigned x : 31; unsigned y : 31; unsigned : 0; unsigned z : 2; } global = { 5, 6, 3 };
union either { struct { unsigned low : 4, high : 4; } part; unsigned char all; };
int main(void) {
    struct bits f = { .a = 9, .b = -3, .c = 1ULL << 39 | 5, .d = 2, .e = 1 };
    assert(f.a == 1 && f.b == -3 && f.c == ((1ULL << 39) | 5) && f.d == 1 && f.e == 1 && f.f == 0);
    f.b = 15;
    f.b++;
    assert(f.b == -16 && f.a == 1 && f.e == 1);
    f.a += 7;
    assert(f.a == 0 && (f.a = 12) == 4);
    f.a <<= 1;
    assert(f.a == 0 && f.b == -16);
    f.d = 0;
    f.d++;
    assert(f.d == 1 && f.f-- == 0 && f.f == 15);
    f.c = 0;
    f.c--;
    assert(f.c == (1ULL << 40) - 1 && f.d == 1);
    assert(global.x == 5 && global.y == 6 && global.z == 3);
    global.y = 0x7fffffff;
    assert(global.x == 5 && global.z == 3 && global.y == 0x7fffffff);
    f.a = 1;
    assert(f.a - 2 < 0);  // promoted to int
    union either e = { .all = 0xa5 };
    assert(e.part.low == 5 && e.part.high == 10);
    e.part.low = 1;
    assert(e.all == 0xa1);
    struct bits g = f;
    assert(g.b == f.b && g.c == f.c);
    return 0;
}
