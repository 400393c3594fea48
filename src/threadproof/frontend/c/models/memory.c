/* Blocks of memory. Nothing is atomic here: each access is a step of its own. Where the size is a multiple of the machine word, whole
   words are moved: fewer steps, and addresses that lie in the block stay in one piece. */
#include "intrinsics.h"
#include <string.h>

typedef unsigned long __tp_word;
#define WORD sizeof(__tp_word)

//: modelled: exact; not atomic: every byte (of a multiple of the machine word: every word) is a step
void *memset(void *block, int value, size_t size) {
    unsigned char *bytes = block;
    if (size % WORD == 0) {
        __tp_word *words = block, fill = (__tp_word)-1 / 255 * (unsigned char)value;
        for (size_t i = 0; i < size / WORD; i++)
            words[i] = fill;
    } else {
        for (size_t i = 0; i < size; i++)
            bytes[i] = (unsigned char)value;
    }
    return block;
}

void bzero(void *block, size_t size) {
    memset(block, 0, size);
}

void *memcpy(void *restrict to, const void *restrict from, size_t size) {
    if (size % WORD == 0) {
        __tp_word *target = to;
        const __tp_word *source = from;
        for (size_t i = 0; i < size / WORD; i++)
            target[i] = source[i];
    } else {
        unsigned char *target = to;
        const unsigned char *source = from;
        for (size_t i = 0; i < size; i++)
            target[i] = source[i];
    }
    return to;
}

void *mempcpy(void *restrict to, const void *restrict from, size_t size) {
    return (char *)memcpy(to, from, size) + size;
}

/* Upwards when the target lies below the source, otherwise downwards. */
void *memmove(void *to, const void *from, size_t size) {
    if ((__UINTPTR_TYPE__)to <= (__UINTPTR_TYPE__)from) {
        memcpy(to, from, size);
    } else if (size % WORD == 0) {
        __tp_word *target = to;
        const __tp_word *source = from;
        for (size_t i = size / WORD; i > 0; i--)
            target[i - 1] = source[i - 1];
    } else {
        unsigned char *target = to;
        const unsigned char *source = from;
        for (size_t i = size; i > 0; i--)
            target[i - 1] = source[i - 1];
    }
    return to;
}

void bcopy(const void *from, void *to, size_t size) {
    memmove(to, from, size);
}

//: modelled: exact; the result is -1, 0 or 1
int memcmp(const void *first, const void *second, size_t size) {
    const unsigned char *a = first, *b = second;
    for (size_t i = 0; i < size; i++) {
        unsigned char x = a[i], y = b[i];
        if (x != y)
            return x < y ? -1 : 1;
    }
    return 0;
}

int bcmp(const void *first, const void *second, size_t size) {
    return memcmp(first, second, size);
}

//: modelled: exact
void *memchr(const void *block, int value, size_t size) {
    const unsigned char *bytes = block;
    for (size_t i = 0; i < size; i++)
        if (bytes[i] == (unsigned char)value)
            return (void *)(bytes + i);
    return 0;
}
