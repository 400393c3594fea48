// property: unreach-call
// verdict: FALSE
// rand_r changes its seed.
#include <assert.h>
#include <stdlib.h>
int main(void) {
    unsigned seed = 1;
    rand_r(&seed);
    assert(seed == 1);
    return 0;
}
