// property: unreach-call
// verdict: TRUE
// property: valid-memsafety
// verdict: TRUE
// Addresses of variables that live are compared, in every iteration.
#include <assert.h>
int main(void) {
    int *last = 0;
    for (int i = 0; i < 2; i++) {
        int x = i, y = i, *one = &x, *other = &y;
        assert(one != other);
        last = one;
        assert(last == &x);
    }
    return 0;
}
