// property: valid-memsafety
// verdict: FALSE
// strcpy writes over the end of a row.
#include <string.h>
char names[2][4];

int main(void) {
    strcpy(names[0], "abcd");
    return 0;
}
