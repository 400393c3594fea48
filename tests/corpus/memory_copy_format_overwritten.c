// property: valid-memsafety
// verdict: FALSE
// sprintf reads a string and overwrites it later.
#include <stdio.h>

int main(void) {
    char text[16] = "--- a";
    sprintf(text, "%s%s", text + 4, "bcdef");
    return 0;
}
