// property: unreach-call
// verdict: UNKNOWN(undefined behaviour)
#include <assert.h>
static int f(int x) { if (x) return 1; }

int main(void) {
    assert(f(1) == 1);
    int y = f(0);
    return y;
}
