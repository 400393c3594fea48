// property: valid-memsafety
// verdict: TRUE
// property: unreach-call
// verdict: TRUE
// sprintf prints from one part of an array to another; nothing is written where the size is 0.
#include <assert.h>
#include <stdio.h>
char text[16] = "abc\0\0\0\0\0de";

int main(void) {
    int n = sprintf(text, "%s-%d", text + 8, 7);
    assert(n == 4 && text[0] == 'd' && text[3] == '7');
    assert(snprintf(text, 0, "%s!", text) == 5);
    return 0;
}
