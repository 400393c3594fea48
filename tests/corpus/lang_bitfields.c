// property: unreach-call
// verdict: TRUE
#include <assert.h>

struct flags { unsigned a : 3; int b : 4; unsigned : 0; unsigned c : 1; _Bool d : 1; unsigned long long e : 40; };

int main(void) {
    struct flags f = { 7, 7, 1, 1, 0 };
    f.a++;
    assert(f.a == 0 && f.b == 7);
    f.b++;
    assert(f.b == -8 && f.a == 0 && f.c == 1);
    f.a = 13;
    assert(f.a == 5);
    assert((f.a = 9) == 1);          // the value of an assignment is that of the field
    assert(f.a - 2 < 0);             // a narrow unsigned field is promoted to int
    f.d = 4;
    assert(f.d == 1);
    f.e = ~0ULL;
    assert(f.e == 0xffffffffffULL && f.c == 1 && f.d == 1);
    union { struct { unsigned char low : 4, high : 4; }; unsigned char all; } u = { .all = 0xa5 };
    assert(u.low == 5 && u.high == 10);
    u.high = 3;
    assert(u.all == 0x35);
    assert(sizeof(struct { int a : 5; int b : 6; }) == 4);
    return 0;
}
