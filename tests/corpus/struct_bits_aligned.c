// property: unreach-call
// verdict: UNKNOWN(unsupported: a bit-field with an alignment of its own)
// gcc and clang lay this out differently.
#include <assert.h>
struct __attribute__((packed)) item {
    int first : 11;
    char second : 6 __attribute__((aligned(4)));
};

int main(void) {
    struct item one = {1, 2};
    assert(one.second == 2);
    return 0;
}
