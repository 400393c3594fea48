// property: valid-memsafety
// verdict: FALSE
// A text fills its array member without an end: strlen goes on into the next member.
#include <string.h>
struct pair { char first[4], second[4]; };

int main(void) {
    struct pair x = {{'a', 'b', 'c', 'd'}, "e"};
    return strlen(x.first) == 5;
}
