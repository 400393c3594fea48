// property: unreach-call
// verdict: FALSE
// An unknown function returns anything.
#include <assert.h>
extern _Bool decide(void);

int main(void) {
    _Bool first = decide();
    assert(first == decide());
    return 0;
}
