// property: unreach-call
// verdict: UNKNOWN(undefined behaviour
// property: valid-memsafety
// verdict: UNKNOWN(undefined behaviour
// Compilers give both variables the same place: what comparing the address of one that has ended says is undefined.
#include <assert.h>
int main(void) {
    int *old = 0;
    for (int i = 0; i < 2; i++) {
        int x = i, *now = &x;
        assert(old != now);
        old = now;
    }
    return 0;
}
