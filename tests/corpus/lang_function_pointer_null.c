// property: unreach-call
// verdict: UNKNOWN(undefined behaviour)
// A call through a null pointer: what follows is not defined.
#include <assert.h>

int main(void) {
    void (*f)(void) = 0;
    f();
    assert(0);
    return 0;
}
