// property: no-overflow
// verdict: FALSE
// In a sub-expression whose sum would fit.
#include <limits.h>

int main(void) {
    int x = INT_MIN, y = 5;
    long long z = (long long)(x - 1) + y;
    (void)z;
    return 0;
}
