// property: unreach-call
// verdict: UNKNOWN(#pragma acc is not understood)
// A pragma may be written as an operator.
#include <assert.h>
int counter;

int main(void) {
    _Pragma("acc kernels")
    for (int i = 0; i < 3; i++)
        counter++;
    assert(counter == 3);
    return 0;
}
