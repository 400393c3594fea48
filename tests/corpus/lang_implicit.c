// property: unreach-call
// verdict: TRUE
// Old style: implicit declarations, no prototypes, a main without return.
extern void abort();
#include <assert.h>

int helper(a, b) int a; char b; { return a + b; }

main() {
    int r = later(3);
    assert(r == 6 && helper(1, 2) == 3);
    if (r != 6) abort();
}

int later(int x) { return 2 * x; }
