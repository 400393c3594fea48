// property: unreach-call
// verdict: TRUE
// Nothing stands behind the end of a line.
#include <assert.h>
#include <stdio.h>

int main(void) {
    char text[3];
    if (fgets(text, 3, stdin))
        assert(text[0] != '\n' || text[1] == 0);
    return 0;
}
