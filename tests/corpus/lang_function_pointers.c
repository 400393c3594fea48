// property: unreach-call
// verdict: TRUE
#include <assert.h>

static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
typedef int (*binary)(int, int);
static binary table[] = { add, &sub };
struct object { int state; int (*method)(struct object *, int); };
static int bump(struct object *self, int by) { return self->state += by; }
static int apply(int f(int, int), int x) { return f(x, 1); }
static binary pick(int i) { return i ? sub : add; }

int main(void) {
    assert(table[0](4, 1) == 5 && (*table[1])(4, 1) == 3);
    assert(apply(sub, 9) == 8 && pick(0)(2, 2) == 4 && pick(1) == sub && pick(0) != sub);
    struct object o = { 1, bump };
    assert(o.method(&o, 4) == 5 && o.state == 5);
    binary none = 0;
    assert(!none);
    return 0;
}
