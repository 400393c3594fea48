// property: unreach-call
// verdict: FALSE
// Other seeds may give other numbers.
#include <assert.h>
#include <stdlib.h>

int main(void) {
    unsigned one = 3, other = 4;
    int first = rand_r(&one), second = rand_r(&other);
    assert(first == second);
    return 0;
}
