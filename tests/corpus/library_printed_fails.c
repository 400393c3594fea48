// property: unreach-call
// verdict: FALSE
// Output may fail.
#include <assert.h>
#include <stdio.h>

int main(void) {
    assert(printf("text") == 4);
    return 0;
}
