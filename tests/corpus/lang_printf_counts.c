// property: unreach-call
// verdict: UNKNOWN(printf with %n is not modelled)
// %n writes into memory, which output otherwise does not.
#include <assert.h>
#include <stdio.h>

int main(void) {
    int n = 0;
    printf("%d%%n%5n", 100, &n);
    assert(n == 5);
    return 0;
}
