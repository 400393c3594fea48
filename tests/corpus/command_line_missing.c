// property: valid-memsafety
// verdict: FALSE
// property: unreach-call
// verdict: UNKNOWN(undefined behaviour)
// There may be no argument: argv[1] is NULL then.
#include <stdlib.h>
int main(int argc, char *argv[]) {
    return atoi(argv[1]) > 0;
}
