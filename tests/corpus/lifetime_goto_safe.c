// property: valid-memsafety
// verdict: TRUE
// property: unreach-call
// verdict: TRUE
// Jumps within a block: back before a declaration, and forward over one. The variables live as long as the block is not left.
#include <assert.h>
int main(void) {
    int *p = 0, *q = 0, n = 0;
    for (int i = 0; i < 2; i++) {
        n = 0;
        p = 0;
        goto over;
    again:;
        int x = n;
        int y;
        if (p)
            *p = 5;
        assert(n != 2 || x == 5);
        p = &x;
        assert(q == &y);
    over:
        q = &y;
        *q = 1;
        if (n++ < 2)
            goto again;
    }
    return 0;
}
