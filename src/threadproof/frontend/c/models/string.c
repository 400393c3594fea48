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

char *strncpy(char *restrict to, const char *restrict from, size_t size) {
    size_t i = 0;
    char byte;
    for (; i < size && (byte = from[i]) != 0; i++)
        to[i] = byte;
    APART(to, from, i);
    for (; i < size; i++)
        to[i] = 0;
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

//: modelled: exact; the result is -1, 0 or 1
int strncmp(const char *first, const char *second, size_t most) {
    for (size_t i = 0; i < most; i++) {
        unsigned char a = (unsigned char)first[i], b = (unsigned char)second[i];
        if (a != b)
            return a < b ? -1 : 1;
        if (a == 0)
            return 0;
    }
    return 0;
}

int strcmp(const char *first, const char *second) {
    return strncmp(first, second, (size_t)-1);
}

int strcoll(const char *first, const char *second) {
    return strcmp(first, second);
}

static int __tp_lower(unsigned char byte) {
    return byte >= 'A' && byte <= 'Z' ? byte + ('a' - 'A') : byte;
}

int strncasecmp(const char *first, const char *second, size_t most) {
    for (size_t i = 0; i < most; i++) {
        int a = __tp_lower((unsigned char)first[i]), b = __tp_lower((unsigned char)second[i]);
        if (a != b)
            return a < b ? -1 : 1;
        if (a == 0)
            return 0;
    }
    return 0;
}

int strcasecmp(const char *first, const char *second) {
    return strncasecmp(first, second, (size_t)-1);
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
        if (strncmp(text, part, length) == 0)
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

//: approximated: always the text "error"
char *strerror(int error) {
    return "error";
}

int strerror_r(int error, char *text, size_t size) {
    strncpy(text, "error", size);
    if (size)
        text[size - 1] = 0;
    return 0;
}
