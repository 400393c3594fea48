// property: unreach-call
// verdict: TRUE
// Whether there is a value does not change.
#include <assert.h>
#include <stdlib.h>

int main(void) {
    if (getenv("HOME"))
        assert(getenv("HOME") != NULL);
    else
        assert(!getenv("HOME"));
    return 0;
}
