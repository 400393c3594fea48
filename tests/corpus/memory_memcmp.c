// property: valid-memsafety
// verdict: FALSE
// memcmp is told that a block is longer than it is; that the first bytes differ is no excuse.
#include <string.h>
int main(void) {
    char a[4] = "abc", b[8] = "xyzxyz";
    return memcmp(a, b, 8);
}
