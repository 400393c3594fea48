// property: unreach-call
// verdict: UNKNOWN(values of the environment with more than 31 characters
// Nothing is wrong here, but the text may have any length.
#include <assert.h>
#include <stdlib.h>

int main(void) {
    const char *home = getenv("HOME");
    assert(home == NULL || home[0] == 0 || home[0] != 0);
    return 0;
}
