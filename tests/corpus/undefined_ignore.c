// options: --undefined ignore
// property: unreach-call
// verdict: TRUE
// Shifts and conversions that C leaves undefined do what x86-64 does; what traps there ends the execution.
#include <assert.h>
int main(void) {
    volatile int n = 33, zero = 0;
    volatile double large = 5e9, negative = -1.0;
    assert(1 << n == 2 && -8 >> n == -4 && 1LL << n == 8589934592LL && 1LL << (n + 32) == 2);
    assert((int)large == -2147483647 - 1 && (unsigned)large == 705032704u && (short)70000.0 == 4464);
    assert((unsigned long long)(large * 2e9) == 10000000000000000000ull && (unsigned char)(negative - 0.5) == 255);
    zero = 1 / zero;
    assert(0);
}
