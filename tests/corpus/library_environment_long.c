// property: valid-memsafety
// verdict: FALSE
// The value may be longer than the buffer.
#include <stdlib.h>
#include <string.h>

int main(void) {
    char copy[1];
    const char *home = getenv("HOME");
    if (home)
        strcpy(copy, home);
    return 0;
}
