// property: valid-memsafety
// verdict: FALSE
// memcpy within one array, to where the blocks overlap.
#include <string.h>
char text[12] = "abcdefgh";
size_t moved = 4;

int main(void) {
    memcpy(text + 2, text, moved);
    return 0;
}
