// property: unreach-call
// verdict: FALSE
// Another seed gives other numbers, or the same.
#include <assert.h>
#include <stdlib.h>

int main(void) {
    srand(1);
    int first = rand() & 1;
    srand(2);
    assert((rand() & 1) == first);
    return 0;
}
