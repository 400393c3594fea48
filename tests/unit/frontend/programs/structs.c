// Structs, unions, anonymous members, assignment, passing and returning by value.
#include <assert.h>
#include <stddef.h>
struct point { int x, y; };
struct big { int a[40]; char c; struct point p; };
union word { int i; unsigned char c[4]; struct { short low, high; }; };
struct outer { int before; union { int u; char v; }; struct { struct point in; }; } o;
struct padded { char c; long long l; short s; };
union gap { struct { char a; int b; } x; int y[2]; };

static struct point make(int a, int b) { struct point p = { a, b }; return p; }
static struct point swap(struct point p) { int t = p.x; p.x = p.y; p.y = t; return p; }
static struct big add(struct big b, int v) {
    for (int i = 0; i < 40; i++) b.a[i] += v;
    b.c = 'z';
    return b;
}
static int total(struct point p, int k, struct point q) { return p.x + 10 * p.y + 100 * k + 1000 * q.x; }

int main(void) {
    assert(make(3, 4).y == 4 && swap(make(1, 2)).x == 2);
    struct big b = { { 1, 2, 3 }, 'q', { 7 } }, c = add(b, 10);
    assert(c.a[0] == 11 && c.a[39] == 10 && c.c == 'z' && c.p.x == 7 && b.a[0] == 1 && b.c == 'q');
    b = c;
    assert(b.a[20] == 10 && b.p.y == 0);
    struct point p = { 1, 2 }, q, r[2];
    r[1] = q = p;
    p = swap(p);
    assert(p.x == 2 && q.x == 1 && r[1].y == 2 && total(p, 5, q) == 2 + 10 + 500 + 1000);
    struct point *pp = &p;
    pp->x += 40;
    (*pp).y--;
    assert(p.x == 42 && p.y == 0 && (1 ? p : q).x == 42);
    union word w;
    w.i = 0x01020304;
    assert(w.c[0] == 4 && w.high == 0x0102 && sizeof w == 4);
    w.c[3] = 0x7f;
    assert(w.i == 0x7f020304);
    o.u = 300;
    o.in.y = 5;
    assert(o.v == 44 && o.before == 0 && offsetof(struct outer, in.y) == 12);
    struct padded a1 = { 1, 2, 3 }, a2;
    a2 = a1;
    assert(a2.l == 2 && a2.s == 3 && a2.c == 1);
    union gap g, h;
    g.y[0] = 0x01020304;
    g.y[1] = 5;
    h = g;
    assert(h.y[0] == 0x01020304 && h.x.b == 5);
    struct { int n; struct point *link; } node = { 3, &q };
    assert(node.link->y == 2);
    return 0;
}
