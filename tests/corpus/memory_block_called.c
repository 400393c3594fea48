// property: valid-memsafety
// verdict: TRUE
// property: unreach-call
// verdict: TRUE
// A function that is called often keeps the address of a block's object in that block: it is made again each time.
#include <assert.h>
static int twice(int v) {
    int result = 0;
    if (v > 0) {
        int x = v, *p = &x;
        *p += v;
        result = x;
    }
    return result;
}
int main(void) {
    int sum = 0;
    for (int i = 0; i < 12; i++) sum += twice(i);
    assert(sum == 132);
    return 0;
}
