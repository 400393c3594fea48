// property: unreach-call
// verdict: UNKNOWN(undefined behaviour)
// Nothing says whether the increment or the assignment comes last.
#include <assert.h>

int main(void) {
    int i = 1;
    i = i++ + 1;
    assert(i == 2);
    return 0;
}
