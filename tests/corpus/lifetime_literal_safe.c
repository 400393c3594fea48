// property: valid-memsafety
// verdict: TRUE
// property: unreach-call
// verdict: TRUE
// Compound literals that are evaluated several times in one block are one object: by a jump back (C11 6.5.2.5p16), and in the
// condition of a loop, which belongs to the block of the loop. One in a branch may not be evaluated at all.
#include <assert.h>
struct s {
    int i;
};
static int f(void) {
    struct s *p = 0, *q;
    int j = 0;
    {
    again:
        q = p, p = &((struct s){j++});
        if (j < 2)
            goto again;
        return p == q && q->i == 1;
    }
}
int main(void) {
    assert(f());
    for (int i = 0; i < 2; i++) {
        int *first = 0, n = 0, *p = 0;
        while ((p = &(int){n})) {
            if (first)
                assert(first == p && *first == n);
            first = p;
            if (n++ == 2)
                break;
        }
        int *q = i ? &(int){4} : 0;
        assert(!q || *q == 4);
    }
    return 0;
}
