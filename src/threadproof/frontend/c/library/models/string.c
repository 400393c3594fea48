/* Strings, byte by byte. Nothing is atomic: each access is a step of its own. */
#include "intrinsics.h"
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

//: modelled: exact
size_t strlen(const char *text) {
    size_t length = 0;
    while (text[length])
        length++;
    return length;
}

size_t strnlen(const char *text, size_t most) {
    size_t length = 0;
    while (length < most && text[length])
        length++;
    return length;
}

/* After `size` bytes were copied. (Where the target begins within the source, its end is never found.) */
#define APART(to, from, size)                                                                                                    \
    __tp_check((uintptr_t)(to) - (uintptr_t)(from) >= (size) && (uintptr_t)(from) - (uintptr_t)(to) >= (size), "invalid-copy",       \
               "a string is copied to where it overlaps itself")

//: modelled: exact; undefined if the strings overlap
char *stpcpy(char *restrict to, const char *restrict from) {
    const char *source = from;
    char *target = to;
    char byte;
    while ((byte = *from++) != 0)
        *to++ = byte;
    *to = 0;
    APART(target, source, (size_t)(from - source));
    return to;
}

char *strcpy(char *restrict to, const char *restrict from) {
    stpcpy(to, from);
    return to;
}

char *stpncpy(char *restrict to, const char *restrict from, size_t size) {
    size_t length = 0;
    char byte;
    for (; length < size && (byte = from[length]) != 0; length++)
        to[length] = byte;
    APART(to, from, length);
    for (size_t i = length; i < size; i++)
        to[i] = 0;
    return to + length;
}

char *strncpy(char *restrict to, const char *restrict from, size_t size) {
    stpncpy(to, from, size);
    return to;
}

char *strcat(char *restrict to, const char *restrict from) {
    stpcpy(to + strlen(to), from);
    return to;
}

char *strncat(char *restrict to, const char *restrict from, size_t most) {
    char *start = to + strlen(to), *end = start;
    size_t i = 0;
    char byte;
    for (; i < most && (byte = from[i]) != 0; i++)
        *end++ = byte;
    *end = 0;
    APART(start, from, i);
    return to;
}

/* The standard promises a sign. Which number it is matters only to programs that look at it. */
int __tp_some_number(int sign, _Bool observed) {
    if (!observed || sign == 0)
        return sign;
    int value = __VERIFIER_nondet_int();
    __tp_assume(sign < 0 ? value < 0 : value > 0);
    return value;
}

static int __tp_lower(unsigned char byte) {
    return byte >= 'A' && byte <= 'Z' ? byte + ('a' - 'A') : byte;
}

static int __tp_compare(const char *first, const char *second, size_t most, _Bool fold) {
    for (size_t i = 0; i < most; i++) {
        int a = (unsigned char)first[i], b = (unsigned char)second[i];
        if (fold) {
            a = __tp_lower((unsigned char)a);
            b = __tp_lower((unsigned char)b);
        }
        if (a != b)
            return a < b ? -1 : 1;
        if (a == 0)
            return 0;
    }
    return 0;
}

/* Whether a function that reads a text is done within its first `room` bytes (see frontend/c/lower/subobject.py). */
_Bool __tp_ends_within(const char *text, size_t room, size_t most, int value, int other) {
    if (most <= room)
        return 1;
    for (size_t i = 0; i < room; i++) {
        char byte = text[i];
        if (byte == (char)value || byte == (char)other)
            return 1;
    }
    return 0;
}

_Bool __tp_differs_within(const char *text, const char *other, size_t room, size_t most, _Bool fold) {
    return most <= room || __tp_compare(text, other, room, fold) != 0 || strnlen(text, room) < room;
}

//: modelled: by bytes; of the result only the sign is promised
int strncmp(const char *first, const char *second, size_t most) {
    return __tp_some_number(__tp_compare(first, second, most, 0), __tp_observes("strncmp", "sign"));
}

int strcmp(const char *first, const char *second) {
    return __tp_some_number(__tp_compare(first, second, (size_t)-1, 0), __tp_observes("strcmp", "sign"));
}

//: modelled: as strcmp, in the C locale (another one: not explored); of the result only the sign is promised
int strcoll(const char *first, const char *second) {
    return __tp_some_number(__tp_compare(first, second, (size_t)-1, 0), __tp_observes("strcoll", "sign"));
}

//: modelled: by bytes, letters of ASCII without case; of the result only the sign is promised
int strncasecmp(const char *first, const char *second, size_t most) {
    return __tp_some_number(__tp_compare(first, second, most, 1), __tp_observes("strncasecmp", "sign"));
}

int strcasecmp(const char *first, const char *second) {
    return __tp_some_number(__tp_compare(first, second, (size_t)-1, 1), __tp_observes("strcasecmp", "sign"));
}

//: modelled: exact
char *strchr(const char *text, int value) {
    for (;; text++) {
        char byte = *text;
        if (byte == (char)value)
            return (char *)text;
        if (byte == 0)
            return 0;
    }
}

char *strrchr(const char *text, int value) {
    const char *found = 0;
    for (;; text++) {
        char byte = *text;
        if (byte == (char)value)
            found = text;
        if (byte == 0)
            return (char *)found;
    }
}

char *strstr(const char *text, const char *part) {
    size_t length = strlen(part);
    for (;; text++) {
        if (__tp_compare(text, part, length, 0) == 0)
            return (char *)text;
        if (*text == 0)
            return 0;
    }
}

size_t strspn(const char *text, const char *set) {
    size_t length = 0;
    while (text[length] && strchr(set, text[length]))
        length++;
    return length;
}

size_t strcspn(const char *text, const char *set) {
    size_t length = 0;
    while (text[length] && !strchr(set, text[length]))
        length++;
    return length;
}

char *strpbrk(const char *text, const char *set) {
    text += strcspn(text, set);
    return *text ? (char *)text : 0;
}

char *strtok_r(char *restrict text, const char *restrict set, char **restrict rest) {
    if (!text)
        text = *rest;
    text += strspn(text, set);
    if (*text == 0) {
        *rest = text;
        return 0;
    }
    char *end = text + strcspn(text, set);
    if (*end)
        *end++ = 0;
    *rest = end;
    return text;
}

static char *__tp_strtok_rest;

char *strtok(char *restrict text, const char *restrict set) {
    return strtok_r(text, set, &__tp_strtok_rest);
}

//: assumed: exact; the memory for the copy is always there
char *strndup(const char *text, size_t most) {
    size_t length = strnlen(text, most);
    char *copy = malloc(length + 1);
    for (size_t i = 0; i < length; i++)
        copy[i] = text[i];
    copy[length] = 0;
    return copy;
}

char *strdup(const char *text) {
    return strndup(text, (size_t)-1 >> 1);
}

/* The texts differ between systems, and from one number to the other. */
//: approximated: a text that is not explored where the program could look at it: it may be printed
char *strerror(int error) {
    if (__tp_observes("strerror", "truth") && __VERIFIER_nondet_bool())
        __tp_cut("the texts of strerror are not modelled");
    return "error";
}

int strerror_r(int error, char *text, size_t size) {
    if (size < 64)
        __tp_cut("the texts of strerror_r are not modelled");
    strncpy(text, "error", size);
    return 0;
}
