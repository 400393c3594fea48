// property: unreach-call
// verdict: TRUE
// Bits of an array: a register as number reaches beyond the first word. FD_ZERO and FD_SET of older systems are written so.
#include <assert.h>
typedef struct {
    unsigned bits[4];
} set;

int main(void) {
    set s;
    int d0, d1, fd = 70;
    unsigned char is;
    asm volatile("cld; rep; stosl" : "=c"(d0), "=D"(d1) : "a"(0), "0"(sizeof(s) / 4), "1"(&s.bits[0]) : "memory");
    asm volatile("btsl %1,%0" : "=m"(s.bits[0]) : "r"(fd) : "memory", "cc");
    assert(s.bits[0] == 0 && s.bits[2] == 1 << 6);
    asm volatile("btl %1,%2 ; setcb %b0" : "=q"(is) : "r"(fd % 32), "m"(s.bits[fd / 32]) : "cc");
    assert(is);
    asm volatile("btrl %1,%0" : "=m"(s.bits[fd / 32]) : "r"(fd % 32) : "cc", "memory");
    assert(s.bits[2] == 0);
    return 0;
}
