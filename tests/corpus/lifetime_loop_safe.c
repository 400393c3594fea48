// property: valid-memsafety
// verdict: TRUE
// property: unreach-call
// verdict: TRUE
// The address of the iteration before is kept, but what is used is that of this one: an array, a struct and an inner block.
#include <assert.h>
struct pair {
    int first, *second;
};
int main(void) {
    int *old = 0, sum = 0;
    for (int i = 0; i < 3; i++) {
        int a[2] = {i, 1};
        struct pair s = {i, a};
        old = s.second;
        sum += old[1];
        while (1) {
            int inner = i;
            int *q = &inner;
            *q += 1;
            if (*q > s.first)
                break;
        }
    }
    assert(sum == 3);
    return 0;
}
