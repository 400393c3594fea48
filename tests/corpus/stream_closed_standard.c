// property: valid-memsafety
// verdict: FALSE
// Standard output is closed, and then written to.
#include <stdio.h>

int main(void) {
    fclose(stdout);
    return puts("done") == EOF;
}
