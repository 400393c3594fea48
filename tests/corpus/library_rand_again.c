// property: unreach-call
// verdict: TRUE
// verdict explicit: UNKNOWN(inputs
// The same seed gives the same numbers.
#include <assert.h>
#include <stdlib.h>

int main(void) {
    srand(1);
    int first = rand(), second = rand();
    srand(1);
    assert(rand() == first);
    assert(rand() == second);
    return 0;
}
