// property: unreach-call
// verdict: UNKNOWN(other may do anything)
// The unknown function is called by its address.
#include <assert.h>
int shared;
void other(void);

int main(void) {
    void (*call)(void) = other;
    call();
    assert(shared == 0);
    return 0;
}
