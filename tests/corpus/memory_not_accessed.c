// property: valid-memsafety
// verdict: TRUE
// Addresses outside may be computed, if not used.
#include <stdlib.h>
#include <string.h>

int main(void) {
    int a[3] = { 1, 2, 3 }, sum = 0;
    for (int *p = a, *end = a + 3; p < end; p++) sum += *p;
    int *nothing = NULL;
    if (nothing) sum += *nothing;
    return sum != 6;
    return 0;
}
