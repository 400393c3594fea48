// property: unreach-call
// verdict: UNKNOWN(unsupported: 'alias' as another name of 'number')
#include <assert.h>
int number asm("alias") = 1;
extern int alias;

int main(void) {
    alias = 2;
    assert(number == 1);
    return 0;
}
