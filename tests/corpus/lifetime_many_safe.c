// property: valid-memsafety
// verdict: TRUE
// property: unreach-call
// verdict: TRUE
// The addresses of many iterations are kept, and only that of the last one is used.
#include <assert.h>
int main(void) {
    int *kept[7];
    for (int i = 0; i < 7; i++) {
        int x = i;
        kept[i] = &x;
        *kept[i] += 1;
        assert(x == i + 1);
    }
    return 0;
}
