// property: no-overflow
// verdict: FALSE
// Product, in 64 bits.
#include <limits.h>

int main(void) {
    long long x = 4000000000LL;
    x *= 4000000000LL;
    return 0;
}
