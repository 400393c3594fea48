// property: valid-memsafety
// verdict: FALSE
// strcpy to a place within the string.
#include <string.h>
char text[12] = "  abc";

int main(void) {
    strcpy(text, text + 2);
    return 0;
}
