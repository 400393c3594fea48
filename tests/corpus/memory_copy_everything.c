// property: valid-memsafety
// verdict: FALSE
// property: unreach-call
// verdict: UNKNOWN(undefined behaviour
// memcpy with a length that wrapped around.
#include <stdint.h>
#include <string.h>
char a[8], b[8];
size_t used = 9;

int main(void) {
    memcpy(a, b, sizeof b - used);
    return 0;
}
