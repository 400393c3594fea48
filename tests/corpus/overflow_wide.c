// property: no-overflow
// verdict: TRUE
// Wide enough.
#include <limits.h>

int main(void) {
    int x = INT_MAX;
    long long y = (long long)x * x + x;
    long long z = x + 1LL;
    return y > 0 && z > 0 ? 0 : 1;
    return 0;
}
