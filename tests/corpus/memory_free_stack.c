// property: valid-memsafety
// verdict: FALSE
// Not from the heap.
#include <stdlib.h>
#include <string.h>

int main(void) {
    int x;
    free(&x);
    return 0;
}
