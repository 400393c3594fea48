// property: valid-memsafety
// verdict: FALSE
// printf reads a text that has no end in its array member.
#include <stdio.h>
struct pair { char first[4], second[4]; } x = {{'a', 'b', 'c', 'd'}, "e"};

int main(void) {
    printf("%.4s %s\n", x.first, x.first);
    return 0;
}
