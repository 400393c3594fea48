// property: valid-memsafety
// verdict: FALSE
// snprintf prints a string to where it stands.
#include <stdio.h>

int main(void) {
    char text[16] = "abc";
    snprintf(text, sizeof text, "%sd", text);
    return 0;
}
