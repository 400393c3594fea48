// property: unreach-call
// verdict: TRUE
// C leaves these orders open; the documented choice is left to right.
#include <assert.h>

static int log_, a[4];
static int mark(int n) { log_ = log_ * 10 + n; return n; }
static int two(int x, int y) { return x * 10 + y; }

int main(void) {
    mark(1) + mark(2) * mark(3);
    assert(log_ == 123);
    log_ = 0;
    assert(two(mark(1), mark(2)) == 12 && log_ == 12);
    log_ = 0;
    a[mark(1)] = mark(2);
    assert(log_ == 12 && a[1] == 2);
    log_ = 0;
    int b[] = { mark(4), mark(5) };
    assert(log_ == 45 && b[1] == 5);
    return 0;
}
