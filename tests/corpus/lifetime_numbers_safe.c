// property: unreach-call
// verdict: TRUE
// The addresses of two iterations, as integers, while both are held: with the layout that is verified, they differ.
#include <assert.h>
#include <stdint.h>
int main(void) {
    uintptr_t kept[2];
    int sum = 0;
    for (int i = 0; i < 2; i++) {
        int x = i;
        kept[i] = (uintptr_t)&x;
        sum += *(int *)kept[i];
    }
    assert(kept[0] != kept[1]);
    return sum;
}
