// options: --extern arguments
// property: unreach-call
// verdict: TRUE
// The function overwrites what its argument points to, and nothing else.
#include <assert.h>
int shared;
void other(_Bool *);

int main(void) {
    _Bool own = 0;
    other(&own);
    assert(shared == 0);
    return 0;
}
