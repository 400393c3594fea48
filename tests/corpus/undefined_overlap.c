// property: unreach-call
// verdict: UNKNOWN(undefined behaviour: memcpy)
// property: valid-memsafety
// verdict: FALSE
// memcpy between blocks that overlap may give anything.
#include <assert.h>
#include <string.h>
int main(void) {
    char a[4] = {1, 2, 3, 4};
    memcpy(a + 1, a, 3);
    assert(a[1] == 1 && a[2] == 1 && a[3] == 1);
    return 0;
}
