// property: valid-memsafety
// verdict: FALSE
// The source is too short.
#include <stdlib.h>
#include <string.h>

int main(void) {
    char a[4] = "abc", b[8];
    memcpy(b, a, 5);
    return 0;
}
