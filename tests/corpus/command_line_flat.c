// property: unreach-call
// verdict: FALSE
// A main whose second parameter is written with a star too few, as compilers accept with a warning: it gets the same address.
#include <assert.h>

int main(int argc, char *argv) {
    assert(argv != 0);
    assert(argc < 3);
    return 0;
}
