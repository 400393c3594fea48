// property: unreach-call
// verdict: TRUE
#include <assert.h>

struct point { int x, y; };
struct box { struct point low, high; char name[4]; };
union word { unsigned u; unsigned char byte[4]; unsigned short half[2]; };
struct tagged { int kind; union { int i; char c; }; struct { short a, b; }; };

static struct point mirror(struct point p) {
    int t = p.x;
    p.x = p.y;
    p.y = t;
    return p;
}

int main(void) {
    struct box b = { { 1, 2 }, { 3, 4 }, "ab" };
    struct box copy = b;
    copy.low.x = 7;
    assert(b.low.x == 1 && copy.low.x == 7 && copy.high.y == 4 && copy.name[1] == 'b' && copy.name[2] == 0);
    struct point m = mirror(b.high);
    assert(m.x == 4 && m.y == 3 && b.high.x == 3);
    assert(mirror(mirror(m)).x == 4);
    union word w;
    w.u = 0x01020304;
    assert(w.byte[0] == 4 && w.byte[3] == 1 && w.half[1] == 0x0102);
    w.byte[1] = 0xff;
    assert(w.u == 0x0102ff04);
    struct tagged t = { .kind = 1, .i = 0x141, .b = 5 };
    assert(t.c == 'A' && t.a == 0 && t.b == 5);
    struct point *p = &b.low;
    (*p).y += 10;
    p->x = p->y;
    assert(b.low.x == 12);
    b = (struct box){ .high = m };
    assert(b.low.x == 0 && b.high.x == 4 && b.name[0] == 0);
    return 0;
}
