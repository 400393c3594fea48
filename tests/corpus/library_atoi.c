// property: unreach-call
// verdict: UNKNOWN(undefined behaviour
// The number does not fit into an int.
#include <assert.h>
#include <stdlib.h>

int main(void) {
    assert(atoi("-12") == -12 && atoi("2147483647") == 2147483647);
    assert(atoi("99999999999") != 0);
    return 0;
}
