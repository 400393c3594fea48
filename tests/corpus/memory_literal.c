// property: valid-memsafety
// verdict: FALSE
// Behind the end of a string literal.
#include <stdlib.h>
#include <string.h>

int main(void) {
    const char *s = "abc";
    int i = 4;
    return s[i];
    return 0;
}
