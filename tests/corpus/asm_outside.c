// property: unreach-call
// verdict: UNKNOWN(assembly outside functions is not understood)
// The assembly makes the variable another name of the first one.
#include <assert.h>
int number = 1;
asm(".globl alias\n.set alias, number");

int main(void) {
    assert(number == 1);
    return 0;
}
