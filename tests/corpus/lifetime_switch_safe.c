// property: valid-memsafety
// verdict: TRUE
// property: unreach-call
// verdict: TRUE
// A variable of the block of a switch, which is entered before and behind its declaration.
#include <assert.h>
int main(void) {
    int *p;
    for (int i = 0; i < 3; i++)
        switch (i) {
        case 0:;
            int x = 1;
            p = &x;
            *p += 1;
            assert(x == 2);
            break;
        default:
            p = &x;
            *p = i;
            assert(x == i);
        }
    return 0;
}
