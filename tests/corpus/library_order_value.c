// property: unreach-call
// verdict: FALSE
// Which positive number it is, is not promised (glibc subtracts the characters).
#include <assert.h>
#include <string.h>

int main(void) {
    assert(strcmp("c", "a") == 1);
    return 0;
}
