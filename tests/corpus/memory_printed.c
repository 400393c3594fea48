// property: valid-memsafety
// verdict: FALSE
// A text is printed after it was freed.
#include <stdio.h>
#include <stdlib.h>
int main(void) {
    char *text = malloc(2);
    text[0] = 'a';
    text[1] = 0;
    free(text);
    printf("%*d%s\n", 3, 4, text);
    return 0;
}
