// property: no-overflow
// verdict: TRUE
// Absolute values of all numbers but the smallest one.
#include <limits.h>

int main(void) {
    int x = -INT_MAX;
    long y = LONG_MIN + 1;
    long long z = INT_MIN;
    return __builtin_abs(x) > 0 && __builtin_labs(y) > 0 && __builtin_llabs(z) > 0 && __builtin_fabs(-1.5) > 0;
}
