// property: unreach-call
// verdict: UNKNOWN(undefined behaviour)
// The default: undefined behaviour forbids TRUE.
#include <assert.h>
int main(void) {
    volatile int n = 0;
    int y = 6 / n;
    assert(y == 6);
}
