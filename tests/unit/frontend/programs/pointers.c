// Arithmetic, comparison, arrays, casts, function pointers.
#include <assert.h>
#include <stddef.h>
static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
typedef int (*binary)(int, int);
static binary table[] = { add, &sub };
static binary pick(int i) { return i ? sub : add; }
static int apply(int f(int, int), int x) { return f(x, 1); }
static int sum(int a[], int n) { int s = 0; while (n--) s += *a++; return s; }
static int corner(int m[][3]) { return m[1][2] + (*m)[0]; }
static void set(int *p, int v) { *p = v; }
struct object { int state; int (*method)(struct object *, int); };
static int bump(struct object *self, int by) { return self->state += by; }
struct ring { struct ring *next; int v; };
#define container_of(p, type, member) ((type *)((char *)(p) - offsetof(type, member)))
int main(void) {
    int a[4] = { 1, 2, 3, 4 }, m[2][3] = { { 7 }, { 0, 0, 5 } };
    int *p = &a[2], *end = a + 4;
    assert(p - a == 2 && p > a && p[-1] == 2 && 1[a] == 2 && *(a + 3) == 4 && end - p == 2 && p != 0 && !(p == a));
    p += 1;
    p--;
    assert(*p == 3 && *p++ == 3 && *--p == 3 && sum(a, 4) == 10 && corner(m) == 12);
    set(&a[1], 20);
    set(p, 30);
    assert(a[1] == 20 && a[2] == 30);
    assert((char *)&a[1] - (char *)a == sizeof(int) && (void *)a == a && sizeof a == 16 && sizeof m[0] == 12);
    assert(table[0](4, 1) == 5 && (*table[1])(4, 1) == 3 && (**table)(1, 1) == 2 && (&add)(1, 2) == 3);
    assert(apply(sub, 9) == 8 && pick(0)(2, 2) == 4 && pick(1) == sub && pick(0) != sub);
    struct object o = { 1, bump };
    assert(o.method(&o, 4) == 5 && o.state == 5);
    int **pp = &p, ***ppp = &pp;
    ***ppp = 9;
    assert(*p == 9 && a[2] == 9);
    struct ring x, y = { &x, 2 };
    x.next = &y;
    x.v = 1;
    assert(x.next->next->v == 1 && container_of(&y.v, struct ring, v) == &y);
    unsigned char *bytes = (unsigned char *)&a[0];
    bytes[1] = 1;
    assert(a[0] == 257);
    __UINTPTR_TYPE__ n = (__UINTPTR_TYPE__)&a[1];
    assert(*(int *)(n + sizeof(int)) == 9);
    void *v = a;
    assert(v + 4 == &a[1] && *(int *)(v + 8) == 9);
    binary none = 0;
    assert(!none && (none ? 1 : 2) == 2);
    return 0;
}
