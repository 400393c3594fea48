// property: valid-memsafety
// verdict: TRUE
// property: unreach-call
// verdict: TRUE
// A variable of a loop, whose address is returned out of the loop, kept by the caller, and only looked at.
#include <assert.h>
static int *shown, *kept, sum;
static int *find(void) {
    for (int i = 0;; i++) {
        int x = i;
        shown = &x;
        *shown += 1;
        sum += x;
        if (kept)
            sum++;
        if (i == 0)
            return &x;
    }
}
int main(void) {
    for (int i = 0; i < 6; i++) {
        int *p = find();
        kept = p;
    }
    assert(sum == 11);
    return 0;
}
