// property: unreach-call
// verdict: TRUE
// LP64 sizes, alignment and offsets.
#include <assert.h>
#include <stddef.h>
#include <stdint.h>

struct mixed { char c; double d; short s; };
struct packed { char c; int i; } __attribute__((packed));
struct aligned { char c; _Alignas(16) char d; };
struct flexible { int n; char data[]; };

int main(void) {
    assert(sizeof(char) == 1 && sizeof(short) == 2 && sizeof(int) == 4 && sizeof(long) == 8 && sizeof(void *) == 8);
    assert(sizeof(float) == 4 && sizeof(double) == 8 && sizeof(_Bool) == 1 && sizeof(size_t) == 8);
    assert(sizeof(struct mixed) == 24 && offsetof(struct mixed, d) == 8 && offsetof(struct mixed, s) == 16);
    assert(sizeof(struct packed) == 5 && offsetof(struct packed, i) == 1);
    assert(sizeof(struct aligned) == 32 && offsetof(struct aligned, d) == 16 && _Alignof(struct aligned) == 16);
    assert(sizeof(struct flexible) == 4 && _Alignof(double) == 8);
    int i = 0;
    assert(sizeof(i++) == 4 && i == 0);
    assert(sizeof(i + 1L) == 8 && sizeof((char)1 + (char)1) == 4 && sizeof "abc" == 4);
    int a[3][5];
    assert(sizeof a == 60 && sizeof a[0] == 20 && sizeof *a[0] == 4 && sizeof &a[0] == 8);
    assert(sizeof(int8_t) == 1 && sizeof(uint16_t) == 2 && sizeof(int32_t) == 4 && sizeof(uint64_t) == 8 && sizeof(intptr_t) == 8);
    return 0;
}
