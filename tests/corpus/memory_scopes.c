// property: valid-memsafety
// verdict: TRUE
// Pointers used while their objects live.
#include <stdlib.h>
#include <string.h>
static void fill(int *p, int n) { while (n--) p[n] = n; }
int main(void) {
    int *p;
    {
        int a[2];
        p = a;
        fill(p, 2);
        if (p[1] != 1) return 1;
    }
    int b[3];
    fill(b + 1, 2);
    p = b;
    return p[2] != 1;
    return 0;
}
