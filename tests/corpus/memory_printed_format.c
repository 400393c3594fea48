// property: valid-memsafety
// verdict: FALSE
// The format is in a variable.
#include <stdio.h>
#include <stdlib.h>
static const char *const format = "%d %s\n";
int main(void) {
    char *text = malloc(2);
    text[0] = 'a';
    text[1] = 0;
    printf(format, 1, text);
    free(text);
    printf(format, 2, text);
    return 0;
}
