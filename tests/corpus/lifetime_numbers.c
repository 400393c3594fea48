// property: unreach-call
// verdict: FALSE
// The addresses of three iterations, as integers: all may differ.
#include <assert.h>
#include <stdint.h>
int main(void) {
    uintptr_t kept[3];
    int sum = 0;
    for (int i = 0; i < 3; i++) {
        int x = i;
        kept[i] = (uintptr_t)&x;
        sum += *(int *)kept[i];
    }
    assert(kept[0] == kept[1] || kept[1] == kept[2] || kept[0] == kept[2]);
    return sum;
}
