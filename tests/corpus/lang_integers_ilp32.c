// property: unreach-call
// verdict: TRUE
// options: --data-model ILP32
// In ILP32 long and pointers have 32 bits, and long does not hold every unsigned.
#include <assert.h>
#include <stddef.h>

struct mixed { char c; long l; char *p; long long q; };

int main(void) {
    assert(sizeof(int) == 4 && sizeof(long) == 4 && sizeof(void *) == 4 && sizeof(long long) == 8 && sizeof(size_t) == 4);
    assert(-1L > 1u);                // both become unsigned long... of 32 bits
    assert((-1LL < 1u) && (long)2147483647 + 1 < 0);
    assert(offsetof(struct mixed, l) == 4 && offsetof(struct mixed, p) == 8 && offsetof(struct mixed, q) == 12);
    assert(sizeof(struct mixed) == 20);
    unsigned long u = 0;
    u--;
    assert(u == 4294967295u);
    assert(sizeof(2147483648) == 8); // int and long are too small
    return 0;
}
