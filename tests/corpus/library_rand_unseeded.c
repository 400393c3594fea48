// property: unreach-call
// verdict: TRUE
// verdict explicit: UNKNOWN(inputs
// Without a seed the numbers are those of seed 1.
#include <assert.h>
#include <stdlib.h>

static void seed(unsigned value) {
    srand(value);
}

int main(void) {
    int first = rand();
    seed(1);
    assert(rand() == first);
    return 0;
}
