// property: unreach-call
// verdict: TRUE
// verdict explicit: UNKNOWN(inputs
// rand_r depends on the seed only.
#include <assert.h>
#include <stdlib.h>

int main(void) {
    unsigned one = 3, other = 3;
    int first = rand_r(&one), second = rand_r(&other);
    assert(first == second && one == other);
    assert(rand_r(&one) == rand_r(&other));
    return 0;
}
