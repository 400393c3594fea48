// property: no-overflow
// verdict: FALSE
// The smallest number has no absolute value.
#include <limits.h>

int main(void) {
    int x = INT_MIN;
    return __builtin_abs(x) > 0;
}
