// property: unreach-call
// verdict: TRUE
// A character that was pushed back is read again.
#include <assert.h>
#include <stdio.h>

int main(void) {
    if (ungetc('x', stdin) != EOF)
        assert(getchar() == 'x');
    return 0;
}
