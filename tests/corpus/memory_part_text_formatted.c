// property: valid-memsafety
// verdict: FALSE
// snprintf reads a text that has no end in its array member.
#include <stdio.h>
struct pair { char first[4], second[4]; } x = {{'a', 'b', 'c', 'd'}, "e"};

int main(void) {
    char text[16];
    snprintf(text, sizeof text, "%d %s", 1, x.first);
    return 0;
}
