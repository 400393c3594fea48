// property: valid-memsafety
// verdict: FALSE
// The function has returned.
#include <stdlib.h>
#include <string.h>
static int *leak(void) { int x = 1; return &x; }
int main(void) {
    int *p = leak();
    return *p;
    return 0;
}
