// property: unreach-call
// verdict: FALSE
// There may be a value.
#include <assert.h>
#include <stdlib.h>

int main(void) {
    assert(getenv("HOME") == NULL);
    return 0;
}
