/* Texts and bytes: what BSD and GNU add to string.h; names of files taken apart. */
#define _GNU_SOURCE
#include "intrinsics.h"
#include <libgen.h>
#include <search.h>
#include <string.h>
#include <strings.h>

//: modelled: exact
char *strsep(char **restrict place, const char *restrict separators) {
    char *word = *place;
    if (!word)
        return 0;
    char *end = word + strcspn(word, separators);
    if (*end) {
        *end = 0;
        *place = end + 1;
    } else {
        *place = 0;
    }
    return word;
}

char *index(const char *text, int byte) {
    return strchr(text, byte);
}

char *rindex(const char *text, int byte) {
    return strrchr(text, byte);
}

char *strchrnul(const char *text, int byte) {
    while (*text && *text != (char)byte)
        text++;
    return (char *)text;
}

char *strcasestr(const char *text, const char *part) {
    size_t length = strlen(part);
    for (;; text++) {
        if (strncasecmp(text, part, length) == 0)
            return (char *)text;
        if (!*text)
            return 0;
    }
}

void *rawmemchr(const void *block, int byte) {
    const unsigned char *at = block;
    while (*at != (unsigned char)byte)
        at++;
    return (void *)at;
}

void *memrchr(const void *block, int byte, size_t size) {
    const unsigned char *bytes = block;
    for (; size > 0; size--)
        if (bytes[size - 1] == (unsigned char)byte)
            return (void *)(bytes + size - 1);
    return 0;
}

void *memmem(const void *block, size_t size, const void *part, size_t length) {
    const char *bytes = block;
    for (size_t i = 0; i + length <= size; i++)
        if (memcmp(bytes + i, part, length) == 0)
            return (void *)(bytes + i);
    return 0;
}

void *memccpy(void *restrict to, const void *restrict from, int byte, size_t size) {
    for (size_t i = 0; i < size; i++) {
        unsigned char found = ((const unsigned char *)from)[i];
        ((unsigned char *)to)[i] = found;
        if (found == (unsigned char)byte)
            return (unsigned char *)to + i + 1;
    }
    return 0;
}

void explicit_bzero(void *block, size_t size) {
    memset(block, 0, size);
}

/* Where the last part of a path begins; slashes at its end are taken away. */
static char *__tp_last_part(char *path) {
    size_t end = strlen(path);
    while (end > 1 && path[end - 1] == '/')
        path[--end] = 0;
    while (end > 0 && path[end - 1] != '/')
        end--;
    return path + end;
}

char *__xpg_basename(char *path) {
    if (!path || !*path)
        return (char *)".";
    char *part = __tp_last_part(path);
    return *part ? part : path;
}

/* That of GNU: nothing is changed, and after a slash at the end there is nothing. (<libgen.h> gives its name to the other one.) */
#undef basename
char *basename(const char *path) {
    const char *slash = strrchr(path, '/');
    return (char *)(slash ? slash + 1 : path);
}

char *dirname(char *path) {
    if (!path || !*path)
        return (char *)".";
    char *part = __tp_last_part(path);
    if (!*part)
        return path;
    while (part > path && part[-1] == '/')
        part--;
    if (part == path)
        return *path == '/' ? (char *)"/" : (char *)".";
    *part = 0;
    return path;
}

//: modelled: exact; elements are compared from the first one on
void *lfind(const void *key, const void *base, size_t *count, size_t size, int (*compare)(const void *, const void *)) {
    for (size_t i = 0; i < *count; i++)
        if (compare(key, (const char *)base + i * size) == 0)
            return (char *)base + i * size;
    return 0;
}

void *lsearch(const void *key, void *base, size_t *count, size_t size, int (*compare)(const void *, const void *)) {
    void *found = lfind(key, base, count, size, compare);
    if (found)
        return found;
    memcpy((char *)base + *count * size, key, size);
    (*count)++;
    return (char *)base + (*count - 1) * size;
}
