// property: unreach-call
// verdict: TRUE
// Packed bit-fields that share bytes across more than 64 bits, laid out as gcc does.
#include <assert.h>
#include <string.h>
struct __attribute__((packed)) wide {
    unsigned first : 3;
    unsigned long second : 61, third : 59;
    signed char fourth : 4;
    _Bool fifth : 1;
};

int main(void) {
    struct wide item;
    unsigned char *bytes = (unsigned char *)&item;
    memset(&item, 0, sizeof item);
    item.first = 5;
    item.second = 1UL << 60 | 1;
    item.third = (1UL << 58) + 2;
    item.fourth = -3;
    item.fifth = 2;
    item.third++;
    assert(sizeof item == 16 && _Alignof(struct wide) == 1);
    assert(bytes[0] == 13 && bytes[7] == 128 && bytes[8] == 3 && bytes[15] == 236);
    assert(item.first == 5 && item.second == (1UL << 60 | 1) && item.third == (1UL << 58) + 3);
    assert(item.fourth == -3 && item.fifth);
    return 0;
}
