// property: unreach-call
// verdict: TRUE
// verdict explicit: UNKNOWN(inputs
// The number is looked at, and has the right sign, whatever it is.
#include <assert.h>
#include <string.h>

int main(void) {
    int first = strcmp("c", "a"), second = memcmp("a", "c", 1);
    assert(first > 0 && second < 0 && first != second && first != 0);
    return 0;
}
