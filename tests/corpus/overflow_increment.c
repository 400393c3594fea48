// property: no-overflow
// verdict: FALSE
// ++ of the largest int.
#include <limits.h>

int main(void) {
    int x = INT_MAX;
    x++;
    return 0;
}
