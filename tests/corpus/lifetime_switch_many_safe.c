// property: valid-memsafety
// verdict: TRUE
// property: unreach-call
// verdict: TRUE
// A variable that is made at several places, in many iterations, while addresses of earlier ones are held.
#include <assert.h>
int main(void) {
    int *kept[2] = {0, 0}, sum = 0;
    for (int i = 0; i < 6; i++)
        switch (i % 2) {
        case 0:;
            int x = 1;
            kept[0] = &x;
            sum += *kept[0];
            break;
        default:
            x = i;
            kept[1] = &x;
            sum += *kept[1];
        }
    assert(sum == 12);
    return 0;
}
