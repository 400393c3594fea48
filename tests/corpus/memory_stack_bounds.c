// property: valid-memsafety
// verdict: FALSE
// A local array.
#include <stdlib.h>
#include <string.h>

int main(void) {
    int a[3] = { 0 }, i = 3;
    return a[i];
    return 0;
}
