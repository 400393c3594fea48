// property: valid-memsafety
// verdict: TRUE
// property: unreach-call
// verdict: TRUE
// A tentative definition of unknown size has one element (C11 6.9.2).
#include <assert.h>
int single[];

int main(void) {
    single[0] = 3;
    assert(single[0] == 3);
    return 0;
}
