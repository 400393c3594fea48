// property: unreach-call
// verdict: UNKNOWN(a long double that double does not hold
// A long double has more digits, and the assertion holds.
#include <assert.h>
int main(void) {
    long number = 9007199254740993;
    long double exact = number;
    assert((long)exact == number);
    return 0;
}
