// property: no-overflow
// verdict: FALSE
// The quotient is one too large.
#include <limits.h>

int main(void) {
    int x = INT_MIN, y = -1;
    x = x / y;
    return 0;
}
