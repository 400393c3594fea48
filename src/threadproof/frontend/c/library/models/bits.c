/* The bit-counting builtins; see __tp_builtins.h. */
#include "intrinsics.h"
#include <strings.h>

//: modelled: exact
int __tp_popcount(unsigned long long value) {
    int count = 0;
    while (value) {
        value &= value - 1;
        count++;
    }
    return count;
}

//: modelled: exact; undefined for 0
int __tp_ctz(unsigned long long value) {
    __tp_check(value != 0, "invalid-call", "__builtin_ctz of 0");
    int count = 0;
    while (!(value & 1)) {
        value >>= 1;
        count++;
    }
    return count;
}

int __tp_clz(unsigned long long value, int bits) {
    __tp_check(value != 0, "invalid-call", "__builtin_clz of 0");
    while (value) {
        value >>= 1;
        bits--;
    }
    return bits;
}

//: modelled: exact
int __tp_ffs(unsigned long long value) {
    return value ? __tp_ctz(value) + 1 : 0;
}

int ffs(int value) {
    return __tp_ffs((unsigned)value);
}

int ffsl(long value) {
    return __tp_ffs((unsigned long)value);
}

int ffsll(long long value) {
    return __tp_ffs((unsigned long long)value);
}

unsigned short __tp_bswap16(unsigned short value) {
    return (unsigned short)(value << 8 | value >> 8);
}

unsigned __tp_bswap32(unsigned value) {
    return value << 24 | (value & 0xff00) << 8 | (value >> 8 & 0xff00) | value >> 24;
}

unsigned long long __tp_bswap64(unsigned long long value) {
    return (unsigned long long)__tp_bswap32((unsigned)value) << 32 | __tp_bswap32((unsigned)(value >> 32));
}
