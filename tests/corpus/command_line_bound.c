// property: unreach-call
// verdict: UNKNOWN(more than 3 arguments (--max-args raises it))
// verdict explicit: UNKNOWN(inputs)
// property: valid-memsafety
// verdict: UNKNOWN(more than 3 arguments (--max-args raises it))
// verdict explicit: UNKNOWN(inputs)
// Where the texts count, there are only so many of them.
#include <assert.h>
int main(int argc, char *argv[]) {
    char *last = argv[argc - 1];
    assert(last != 0 && argv[argc] == 0);
    return *last;
}
