// property: unreach-call
// verdict: FALSE
// A violation that comes before the array whose size is not known.
#include <assert.h>
extern int table[];
extern _Bool number;

int main(void) {
    assert(number == 0);
    return table[0];
}
