// property: valid-memsafety
// verdict: FALSE
// The target is too short.
#include <stdlib.h>
#include <string.h>

int main(void) {
    char b[3];
    strcpy(b, "abc");
    return 0;
}
