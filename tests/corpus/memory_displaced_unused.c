// property: valid-memsafety
// verdict: TRUE
// Addresses far outside of an object that are not used for an access.
#include <stdlib.h>

int main(void) {
    int a[4];
    int *end = a + 4, *far = a + (1 << 20), *before = a - 1;
    for (int *p = a; p != end; p++) *p = 0;
    for (int i = 1; i <= 4; i++) before[i]++;
    return far == a || a[3] != 1;
}
