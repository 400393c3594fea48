// property: valid-memsafety
// verdict: FALSE
// From a null pointer, by the number of an address.
#include <stdint.h>
char a[8];
char *nothing;

int main(void) {
    intptr_t i = (intptr_t)a;
    nothing[i] = 1;
    return 0;
}
