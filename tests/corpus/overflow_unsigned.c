// property: no-overflow
// verdict: TRUE
// Unsigned arithmetic wraps by definition.
#include <limits.h>

int main(void) {
    unsigned x = UINT_MAX, y = 0;
    x++;
    y--;
    x = y * y + (y << 3);
    unsigned char c = 255;
    c++;
    return 0;
}
