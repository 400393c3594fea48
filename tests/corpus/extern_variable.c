// property: unreach-call
// verdict: FALSE
// A variable that is defined elsewhere may hold anything.
#include <assert.h>
extern _Bool configured;

int main(void) {
    assert(!configured);
    return 0;
}
