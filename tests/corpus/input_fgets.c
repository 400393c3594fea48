// property: unreach-call
// verdict: TRUE
// property: valid-memsafety
// verdict: TRUE
// A line that was read is not empty, unless there is no room, and ends within the given size.
#include <assert.h>
#include <stdio.h>
int main(void) {
    char text[2] = {'x', 'y'};
    if (fgets(text, 2, stdin)) assert(text[1] == 0);
    if (fgets(text, 1, stdin)) assert(text[0] == 0);
    return 0;
}
