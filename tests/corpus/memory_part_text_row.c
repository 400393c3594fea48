// property: valid-memsafety
// verdict: FALSE
// A text fills its row without an end: strcmp goes on into the next row.
#include <string.h>
char names[2][4] = {"abcd", "e"};

int main(void) {
    return strcmp("abcde", names[0]);
}
