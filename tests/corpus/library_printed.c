// property: unreach-call
// verdict: TRUE
// The number of characters, or a negative number.
#include <assert.h>
#include <stdio.h>

int main(void) {
    int count = printf("%d and %s\n", 12, "text");
    assert(count < 0 || count == 12);
    assert(putchar('a') <= 'a' && fflush(stdout) <= 0);
    return 0;
}
