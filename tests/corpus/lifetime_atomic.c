// property: unreach-call
// verdict: UNKNOWN(undefined behaviour
// A compare-and-exchange that expects the address of a variable that has ended.
#include <assert.h>
#include <stdatomic.h>
static _Atomic(int *) shown;
int main(void) {
    int *old = 0;
    for (int i = 0; i < 2; i++) {
        int x = i;
        atomic_store(&shown, &x);
        int *expected = old;
        assert(i == 0 || !atomic_compare_exchange_strong(&shown, &expected, 0));
        old = &x;
    }
    return 0;
}
