// property: unreach-call
// verdict: FALSE
// A constructor has changed what main looks at.
#include <assert.h>
int number;

__attribute__((constructor)) static void prepare(void) {
    number = 1;
}

int main(void) {
    assert(number == 0);
    return 0;
}
