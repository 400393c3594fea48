// property: unreach-call
// verdict: TRUE
// verdict explicit: UNKNOWN(inputs
// The same question has the same answer.
#include <assert.h>
#include <ctype.h>

int main(void) {
    assert(isalpha('a') == isalpha('a') && isalpha('a') != isalpha('1'));
    return 0;
}
