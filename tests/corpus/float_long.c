// property: unreach-call
// verdict: TRUE
// Numbers that both formats hold.
#include <assert.h>
static long double half = 0.5L;
int main(void) {
    long double sum = 1;
    for (int i = 0; i < 3; i++)
        sum += 2 * half;
    assert(sum == 4 && sum * 3 == 12 && sum / 2 == 2 && (int)(sum + half) == 4);
    return 0;
}
