// property: unreach-call
// verdict: TRUE
// A large integer is rounded to a float once: by way of a double this one would become a tie, and go down.
#include <assert.h>
int main(void) {
    long long tie = (1LL << 60) + (1LL << 36);
    assert((float)tie == (float)(1LL << 60));
    assert((float)(tie + 1) == (float)((1LL << 60) + (1LL << 37)));
    assert((float)-(tie + 1) == -(float)((1LL << 60) + (1LL << 37)));
    return 0;
}
