// property: valid-memsafety
// verdict: FALSE
// A global array; its neighbour is not hit unnoticed.
#include <stdlib.h>
#include <string.h>
int a[2], b[2];
int main(void) {
    int i = 2;
    a[i] = 1;
    if (b[0]) return 1;
    return 0;
}
