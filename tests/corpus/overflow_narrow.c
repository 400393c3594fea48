// property: no-overflow
// verdict: TRUE
// Narrow types are computed as int; the conversion back is no overflow.
#include <limits.h>

int main(void) {
    signed char c = 127;
    c++;
    short s = 32767;
    s += s;
    char d = (char)300;
    int i = (int)4294967295u;
    (void)i; (void)d;
    return 0;
}
