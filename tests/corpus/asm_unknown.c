// property: unreach-call
// verdict: UNKNOWN(unsupported: inline assembly (vmcall))
// An instruction that is not in the tables: nobody knows what it does.
#include <assert.h>
int number = 1;

int main(void) {
    long result;
    __asm__ volatile("vmcall" : "=a"(result) : "a"(2L) : "memory");
    assert(number == 1);
    return 0;
}
