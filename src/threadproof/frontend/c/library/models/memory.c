/* Blocks of memory. Nothing is atomic here: each access is a step of its own.

   A block is moved in units of a fixed size where it consists of such, otherwise byte by byte. In units that are the program's own values
   there are fewer steps, an address stays in one piece, and a value that was never written is not mixed with one that was. So the
   front end, which knows what the arguments point to, calls the functions with the size of a unit in their names; the plain ones take
   machine words. */
#include "intrinsics.h"
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define UPWARDS(unit)                                                                                                            \
    for (size_t i = 0; i < size / sizeof(unit); i++)                                                                             \
        ((unit *)to)[i] = ((const unit *)from)[i];
#define DOWNWARDS(unit)                                                                                                          \
    for (size_t i = size / sizeof(unit); i > 0; i--)                                                                             \
        ((unit *)to)[i - 1] = ((const unit *)from)[i - 1];
#define FILL(unit)                                                                                                               \
    for (size_t i = 0; i < size / sizeof(unit); i++)                                                                             \
        ((unit *)block)[i] = (unit)pattern;
#define BY_UNIT(LOOP)                                                                                                            \
    if (unit == 8 && size % 8 == 0) {                                                                                            \
        LOOP(uint64_t)                                                                                                           \
    } else if (unit == 4 && size % 4 == 0) {                                                                                     \
        LOOP(uint32_t)                                                                                                           \
    } else if (unit == 2 && size % 2 == 0) {                                                                                     \
        LOOP(uint16_t)                                                                                                           \
    } else {                                                                                                                     \
        LOOP(uint8_t)                                                                                                            \
    }

static void *__tp_carry(void *to, const void *from, size_t size, unsigned unit) {
    BY_UNIT(UPWARDS)
    return to;
}

static void *__tp_copy(void *restrict to, const void *restrict from, size_t size, unsigned unit) {
    uintptr_t target = (uintptr_t)to, source = (uintptr_t)from;
    __tp_check(target - source >= size && source - target >= size, "invalid-copy", "memcpy between blocks that overlap");
    return __tp_carry(to, from, size, unit);
}

static void *__tp_move(void *to, const void *from, size_t size, unsigned unit) {
    if ((uintptr_t)to <= (uintptr_t)from) {
        BY_UNIT(UPWARDS)
    } else {
        BY_UNIT(DOWNWARDS)
    }
    return to;
}

static void *__tp_fill(void *block, int value, size_t size, unsigned unit) {
    uint64_t pattern = UINT64_MAX / 255 * (uint8_t)value;
    BY_UNIT(FILL)
    return block;
}

static void *__tp_resize(void *old, size_t size, unsigned unit) {
    if (!old)
        return __tp_alloc(size);
    if (size == 0) {
        __tp_free(old);
        return 0;
    }
    size_t before = __tp_object_size(old);
    void *result = __tp_alloc(size);
    __tp_carry(result, old, before < size ? before : size, unit);
    __tp_free(old);
    return result;
}

//: modelled: exact; not atomic: every unit that is moved is a step; undefined if the blocks overlap
void *memcpy(void *restrict to, const void *restrict from, size_t size) {
    return __tp_copy(to, from, size, sizeof(long));
}

void *mempcpy(void *restrict to, const void *restrict from, size_t size) {
    return (char *)__tp_copy(to, from, size, sizeof(long)) + size;
}

//: modelled: exact; not atomic: every unit that is moved is a step
void *memmove(void *to, const void *from, size_t size) {
    return __tp_move(to, from, size, sizeof(long));
}

void bcopy(const void *from, void *to, size_t size) {
    __tp_move(to, from, size, sizeof(long));
}

void *memset(void *block, int value, size_t size) {
    return __tp_fill(block, value, size, sizeof(long));
}

void bzero(void *block, size_t size) {
    __tp_fill(block, 0, size, sizeof(long));
}

//: modelled: exact; not atomic: every unit that is moved is a step; undefined if the blocks overlap
void *__tp_memcpy_1(void *restrict to, const void *restrict from, size_t size) {
    return __tp_copy(to, from, size, 1);
}

void *__tp_memcpy_2(void *restrict to, const void *restrict from, size_t size) {
    return __tp_copy(to, from, size, 2);
}

void *__tp_memcpy_4(void *restrict to, const void *restrict from, size_t size) {
    return __tp_copy(to, from, size, 4);
}

void *__tp_memcpy_8(void *restrict to, const void *restrict from, size_t size) {
    return __tp_copy(to, from, size, 8);
}

//: modelled: exact; not atomic: every unit that is moved is a step
void *__tp_memmove_1(void *to, const void *from, size_t size) {
    return __tp_move(to, from, size, 1);
}

void *__tp_memmove_2(void *to, const void *from, size_t size) {
    return __tp_move(to, from, size, 2);
}

void *__tp_memmove_4(void *to, const void *from, size_t size) {
    return __tp_move(to, from, size, 4);
}

void *__tp_memmove_8(void *to, const void *from, size_t size) {
    return __tp_move(to, from, size, 8);
}

void *__tp_memset_1(void *block, int value, size_t size) {
    return __tp_fill(block, value, size, 1);
}

void *__tp_memset_2(void *block, int value, size_t size) {
    return __tp_fill(block, value, size, 2);
}

void *__tp_memset_4(void *block, int value, size_t size) {
    return __tp_fill(block, value, size, 4);
}

void *__tp_memset_8(void *block, int value, size_t size) {
    return __tp_fill(block, value, size, 8);
}

//: assumed: always moves to a fresh object, copies the common part and frees the old one; size 0 frees it and gives NULL (as glibc)
void *realloc(void *old, size_t size) {
    return __tp_resize(old, size, sizeof(long));
}

void *reallocarray(void *old, size_t count, size_t size) {
    if (size != 0 && count > (size_t)-1 / size) {
        errno = ENOMEM;
        return 0;
    }
    return __tp_resize(old, count * size, sizeof(long));
}

void *__tp_realloc_1(void *old, size_t size) {
    return __tp_resize(old, size, 1);
}

void *__tp_realloc_2(void *old, size_t size) {
    return __tp_resize(old, size, 2);
}

void *__tp_realloc_4(void *old, size_t size) {
    return __tp_resize(old, size, 4);
}

void *__tp_realloc_8(void *old, size_t size) {
    return __tp_resize(old, size, 8);
}

extern int __tp_some_number(int sign, _Bool observed);

/* Both blocks have to be there as a whole, wherever they differ. */
static int __tp_compare_blocks(const void *first, const void *second, size_t size) {
    const unsigned char *a = first, *b = second;
    int result = 0;
    for (size_t i = 0; i < size; i++) {
        unsigned char x = a[i], y = b[i];
        if (result == 0 && x != y)
            result = x < y ? -1 : 1;
    }
    return result;
}

//: modelled: every byte of both blocks is read; of the result only the sign is promised
int memcmp(const void *first, const void *second, size_t size) {
    return __tp_some_number(__tp_compare_blocks(first, second, size), __tp_observes("memcmp", "sign"));
}

//: modelled: every byte of both blocks is read; that it is not 0 is all that is promised where they differ
int bcmp(const void *first, const void *second, size_t size) {
    int order = __tp_compare_blocks(first, second, size);
    return __tp_some_number(order && __tp_observes("bcmp", "truth") && __VERIFIER_nondet_bool() ? -order : order,
                        __tp_observes("bcmp", "truth"));
}

//: modelled: exact
void *memchr(const void *block, int value, size_t size) {
    const unsigned char *bytes = block;
    for (size_t i = 0; i < size; i++)
        if (bytes[i] == (unsigned char)value)
            return (void *)(bytes + i);
    return 0;
}
