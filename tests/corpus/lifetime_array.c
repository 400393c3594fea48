// property: valid-memsafety
// verdict: FALSE
// The array of the iteration before the last one, by an address that went through an integer and a union.
#include <stdint.h>
union word {
    uintptr_t number;
    int *pointer;
};
int main(void) {
    union word kept[3];
    int i = 0;
    while (i < 3) {
        int a[2] = {i, i};
        kept[i].number = (uintptr_t)&a[1];
        i++;
        if (i == 3)
            *kept[0].pointer = 7;
    }
    return 0;
}
