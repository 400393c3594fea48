// property: unreach-call
// verdict: UNKNOWN(
// The first call may keep the address, and the second one use it.
#include <assert.h>
void keep(const _Bool *);
void later(void);

int main(void) {
    _Bool own = 1;
    keep(&own);
    later();
    assert(own);
    return 0;
}
