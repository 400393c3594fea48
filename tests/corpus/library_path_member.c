// property: valid-memsafety
// verdict: FALSE
// A path fills its array member without an end: looking for the last slash goes on into the next member.
#define _GNU_SOURCE
#include <string.h>

struct entry { char path[2], other[2]; };

int main(void) {
    struct entry x = {{'/', 'a'}, "b"};
    return basename(x.path) == x.path + 1;
}
