// property: unreach-call
// verdict: FALSE
// The addresses of three iterations, compared by atomic loads: all may differ.
#include <assert.h>
#include <stdatomic.h>
static _Atomic(int *) a, b, c;
int main(void) {
    for (int i = 0; i < 3; i++) {
        int x = i;
        atomic_store(i == 0 ? &a : i == 1 ? &b : &c, &x);
        if (i == 2 && atomic_load(&a) != atomic_load(&b) && atomic_load(&b) != atomic_load(&c))
            assert(atomic_load(&a) == atomic_load(&c));
    }
    return 0;
}
