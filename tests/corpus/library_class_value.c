// property: unreach-call
// verdict: FALSE
// A character that is a letter: some number other than 0.
#include <assert.h>
#include <ctype.h>

int main(void) {
    assert(isalpha('a') == 1);
    return 0;
}
