// property: unreach-call
// verdict: FALSE
// Arguments are arbitrary texts: this one may be the option.
#include <assert.h>
#include <string.h>
int main(int argc, char *argv[]) {
    if (argc == 2 && argv[1][0] == '-' && !argv[1][2])
        assert(argv[1][1] != 'v');
    return 0;
}
