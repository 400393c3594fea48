// property: unreach-call
// verdict: UNKNOWN(__attribute__((scalar_storage_order)) is not understood)
// The bytes of the member lie in the other order.
#include <assert.h>
#include <string.h>
struct __attribute__((scalar_storage_order("big-endian"))) number {
    unsigned short value;
};

int main(void) {
    struct number number = {1};
    unsigned char bytes[2];
    memcpy(bytes, &number, 2);
    assert(bytes[0] == 1);
    return 0;
}
