// property: no-overflow
// verdict: FALSE
// The smallest int has no counterpart.
#include <limits.h>

int main(void) {
    int x = INT_MIN;
    x = -x;
    return 0;
}
