// property: unreach-call
// verdict: UNKNOWN(unsupported: __attribute__((constructor)))
#include <assert.h>
int number;

__attribute__((constructor)) static void prepare(void) {
    number = 1;
}

int main(void) {
    assert(number == 0);
    return 0;
}
