// options: --extern pure
// property: unreach-call
// verdict: TRUE
// property: no-data-race
// verdict: TRUE
// property: valid-memsafety
// verdict: TRUE
// That the function does nothing but return is for the user to say.
#include <assert.h>
int shared;
void other(void);

int main(void) {
    other();
    assert(shared == 0);
    return 0;
}
