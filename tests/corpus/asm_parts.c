// property: unreach-call
// verdict: TRUE
// verdict explicit: UNKNOWN(inputs
// Two parts of one register are not one operand; cmpxchg of a part leaves the rest; mul sets the carry that a jump asks for.
#include <assert.h>

int main(void) {
    unsigned a = 0x8001, b = 0x12340005, high, carry = 0;
    unsigned short place = 5;
    __asm__("xorb %%ah, %%al" : "+a"(a) : : "cc");
    assert(a == 0x8081);
    __asm__("lock; cmpxchgw %w2, %1" : "+a"(b), "+m"(place) : "r"(7) : "cc", "memory");
    assert(b == 0x12340005 && place == 7);
    __asm__("mull %4; jnc 1f; movl $1, %2; 1:" : "=a"(a), "=&d"(high), "+&r"(carry) : "0"(3), "r"(5) : "cc");
    assert(a == 15 && high == 0 && carry == 0);
    return 0;
}
