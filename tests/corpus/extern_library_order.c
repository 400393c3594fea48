// property: unreach-call
// verdict: UNKNOWN(htonl is not modelled)
// Bytes in another order, and back: not just any number.
#include <assert.h>
#include <stdint.h>

extern uint32_t htonl(uint32_t), ntohl(uint32_t);

int main(void) {
    assert(ntohl(htonl(5)) == 5);
    return 0;
}
