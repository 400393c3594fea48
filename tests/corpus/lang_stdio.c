// property: unreach-call
// verdict: TRUE
// Printing has no effect, but its arguments are evaluated.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    int n = 0;
    printf("%d %s\n", n++, "text");
    fprintf(stderr, "%d\n", ++n);
    puts("x");
    assert(n == 2);
    if (n == 2) exit(0);
    assert(0);
}
