// property: unreach-call
// verdict: UNKNOWN(other may do anything, being defined in no given file; say --extern pure)
// property: no-data-race
// verdict: UNKNOWN(other may do anything)
// property: no-deadlock
// verdict: UNKNOWN(other may do anything)
// property: valid-memsafety
// verdict: UNKNOWN(other may do anything)
// A function of another file may write what has external linkage, take locks, create threads, call back.
#include <assert.h>
int shared;
void other(void);

int main(void) {
    other();
    assert(shared == 0);
    return 0;
}
