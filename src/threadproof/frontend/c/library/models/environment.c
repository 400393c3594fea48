/* The environment: of each name it is decided when it is first asked for whether there is a value, and which. */
#include "intrinsics.h"
#include <stdlib.h>
#include <string.h>

#define NAMES 8
#define LONGEST 31
static unsigned __tp_asked;
static char *__tp_names[NAMES], *__tp_values[NAMES];

static char *__tp_any_value(void) {
    if (__VERIFIER_nondet_bool())
        return 0;
    if (!__tp_observes("getenv", "truth"))
        return __tp_alloc(1);
    if (__VERIFIER_nondet_bool())
        __tp_cut("values of the environment with more than 31 characters are not explored");
    char *text = __tp_alloc(LONGEST + 1);
    text[LONGEST] = 0;
    return text;
}

static _Bool __tp_same(const char *first, const char *second) {
    for (; *first && *first == *second; first++)
        second++;
    return *first == *second;
}

//: modelled: NULL or any text, always the same for the same name; longer texts than 31 characters and more than 8 names are not explored
char *getenv(const char *name) {
    if (!__tp_again("getenv"))
        return __tp_any_value();
    size_t length = strlen(name);
    char *copy = __tp_alloc(length + 1);
    for (size_t i = 0; i <= length; i++)
        copy[i] = name[i];
    __tp_atomic_begin();
    unsigned i = 0;
    while (i < __tp_asked && !__tp_same(__tp_names[i], copy))
        i++;
    if (i == NAMES)
        __tp_cut("more than 8 names of the environment");
    if (i == __tp_asked) {
        __tp_names[i] = copy;
        __tp_values[i] = __tp_any_value();
        __tp_asked = i + 1;
    }
    char *value = __tp_values[i];
    __tp_atomic_end();
    return value;
}

//: approximated: changing the environment is not explored, so the verdict cannot be TRUE
int setenv(const char *name, const char *value, int overwrite) {
    __tp_cut("setenv is not modelled");
}

int unsetenv(const char *name) {
    __tp_cut("unsetenv is not modelled");
}

int putenv(char *text) {
    __tp_cut("putenv is not modelled");
}
