// property: unreach-call
// verdict: UNKNOWN(undefined behaviour
// The address of a variable that has ended is compared with that of the new one.
#include <assert.h>
int main(void) {
    int *old = 0;
    for (int i = 0; i < 2; i++) {
        int x = i;
        assert(old != &x);
        old = &x;
    }
    return 0;
}
