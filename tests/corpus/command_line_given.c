// options: --argv '-n 3' --argv "'a b'"
// property: unreach-call
// verdict: TRUE
// property: valid-memsafety
// verdict: TRUE
// Arguments that are given are these and no others; they may be changed.
#include <assert.h>
#include <stdlib.h>
#include <string.h>
int main(int argc, char **argv) {
    assert(argc == 4 && argv[argc] == 0);
    assert(strcmp(argv[1], "-n") == 0 && atoi(argv[2]) == 3 && strcmp(argv[3], "a b") == 0);
    argv[1][1] = 'm';
    assert(argv[1][1] == 'm');
    return 0;
}
