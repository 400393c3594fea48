// property: valid-memsafety
// verdict: TRUE
// property: unreach-call
// verdict: TRUE
// A variable of a loop, whose address is returned out of the loop, kept by the caller, and only looked at.
#include <assert.h>
static int *shown, *kept, sum;
static int *find(int n) {
    for (int i = 0;; i++) {
        int x = i;
        shown = &x;
        *shown += 1;
        sum += x;
        if (kept)
            sum++;
        if (i == n)
            return &x;
    }
}
int main(void) {
    for (int i = 0; i < 2; i++) {
        int *p = find(i);
        kept = p;
    }
    assert(sum == 6);
    return 0;
}
