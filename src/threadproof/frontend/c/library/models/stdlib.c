/* The rest of stdlib.h: integers and their texts, sorting. */
#include "intrinsics.h"
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>

//: modelled: exact
int abs(int value) {
    return value < 0 ? -value : value;
}

long labs(long value) {
    return value < 0 ? -value : value;
}

long long llabs(long long value) {
    return value < 0 ? -value : value;
}

intmax_t imaxabs(intmax_t value) {
    return value < 0 ? -value : value;
}

div_t div(int numerator, int denominator) {
    div_t result = {numerator / denominator, numerator % denominator};
    return result;
}

ldiv_t ldiv(long numerator, long denominator) {
    ldiv_t result = {numerator / denominator, numerator % denominator};
    return result;
}

lldiv_t lldiv(long long numerator, long long denominator) {
    lldiv_t result = {numerator / denominator, numerator % denominator};
    return result;
}

#define REQUIRE_BASE(base) __tp_check((base) == 0 || ((base) >= 2 && (base) <= 36), "invalid-call", "no base of numbers")

static int __tp_digit(char c) {
    if (isdigit(c))
        return c - '0';
    return isalpha(c) ? toupper(c) - 'A' + 10 : 36;
}

/* The number that `text` starts with, where its magnitude is at most `most` (with a minus: `least`); otherwise that limit. Unsigned
   numbers have one limit for both; beyond it the minus does not count. */
static unsigned long long __tp_number(const char *text, char **end, int base, unsigned long long most, unsigned long long least,
                                      _Bool *beyond) {
    const char *at = text;
    while (isspace(*at))
        at++;
    _Bool negative = *at == '-';
    if (negative || *at == '+')
        at++;
    if ((base == 0 || base == 16) && *at == '0' && (at[1] | 32) == 'x' && __tp_digit(at[2]) < 16) {
        at += 2;
        base = 16;
    }
    if (base == 0)
        base = *at == '0' ? 8 : 10;
    unsigned long long limit = negative ? least : most, result = 0;
    const char *first = at;
    _Bool over = 0;
    for (int digit; (digit = __tp_digit(*at)) < base; at++) {
        if (over || result > (limit - (unsigned)digit) / (unsigned)base)
            over = 1;
        else
            result = result * (unsigned)base + (unsigned)digit;
    }
    if (end)
        *end = (char *)(at == first ? text : at);
    *beyond = over;
    if (at == first && __tp_calls("__errno_location") && __VERIFIER_nondet_bool())
        errno = EINVAL;
    if (over) {
        errno = ERANGE;
        result = limit;
        negative = negative && most != least;
    }
    return negative ? 0 - result : result;
}

//: modelled: exact, the limit and ERANGE beyond it; EINVAL or nothing where there is no number; undefined for bases other than 0 and 2 to 36
long long strtoll(const char *restrict text, char **restrict end, int base) {
    _Bool beyond;
    REQUIRE_BASE(base);
    return (long long)__tp_number(text, end, base, LLONG_MAX, LLONG_MAX + 1ULL, &beyond);
}

long strtol(const char *restrict text, char **restrict end, int base) {
    _Bool beyond;
    REQUIRE_BASE(base);
    return (long)__tp_number(text, end, base, LONG_MAX, LONG_MAX + 1ULL, &beyond);
}

unsigned long long strtoull(const char *restrict text, char **restrict end, int base) {
    _Bool beyond;
    REQUIRE_BASE(base);
    return __tp_number(text, end, base, ULLONG_MAX, ULLONG_MAX, &beyond);
}

unsigned long strtoul(const char *restrict text, char **restrict end, int base) {
    _Bool beyond;
    REQUIRE_BASE(base);
    return (unsigned long)__tp_number(text, end, base, ULONG_MAX, ULONG_MAX, &beyond);
}

/* What the headers of newer glibcs make of these calls. */
long __isoc23_strtol(const char *restrict text, char **restrict end, int base) {
    return strtol(text, end, base);
}

unsigned long __isoc23_strtoul(const char *restrict text, char **restrict end, int base) {
    return strtoul(text, end, base);
}

long long __isoc23_strtoll(const char *restrict text, char **restrict end, int base) {
    return strtoll(text, end, base);
}

unsigned long long __isoc23_strtoull(const char *restrict text, char **restrict end, int base) {
    return strtoull(text, end, base);
}

static long long __tp_converted(const char *text, unsigned long long most) {
    _Bool beyond;
    long long value = (long long)__tp_number(text, 0, 10, most, most + 1, &beyond);
    __tp_check(!beyond, "invalid-call", "a number in a text that its type does not hold");
    return value;
}

//: modelled: exact; undefined for numbers that the type does not hold
int atoi(const char *text) {
    return (int)__tp_converted(text, INT_MAX);
}

long atol(const char *text) {
    return (long)__tp_converted(text, LONG_MAX);
}

long long atoll(const char *text) {
    return __tp_converted(text, LLONG_MAX);
}

//: approximated: not explored, so the verdict cannot be TRUE
double atof(const char *text) {
    __tp_cut("atof is not computed");
}

double strtod(const char *restrict text, char **restrict end) {
    __tp_cut("strtod is not computed");
}

//: approximated: any result (of NULL: whether there is a shell); what the command does is not considered
int system(const char *command) {
    return __VERIFIER_nondet_int();
}

/* Insertion, byte by byte. An element may be put anywhere among its equals. */
//: modelled: sorts; equal elements end up in any order; the comparisons are made in one of the possible orders only
void qsort(void *base, size_t count, size_t size, int (*compare)(const void *, const void *)) {
    char *elements = base;
    for (size_t i = 1; i < count; i++) {
        for (size_t j = i; j > 0; j--) {
            char *low = elements + (j - 1) * size, *high = elements + j * size;
            int order = compare(low, high);
            if (order < 0 || (order == 0 && __VERIFIER_nondet_bool()))
                break;
            for (size_t k = 0; k < size; k++) {
                char byte = low[k];
                low[k] = high[k];
                high[k] = byte;
            }
        }
    }
}

//: modelled: any element that compares equal, or NULL; the comparisons are made in one of the possible orders only
void *bsearch(const void *key, const void *base, size_t count, size_t size, int (*compare)(const void *, const void *)) {
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const char *element = (const char *)base + middle * size;
        int order = compare(key, element);
        if (order == 0) {
            const char *other = element;
            if (__VERIFIER_nondet_bool()) {
                while (middle > low && __VERIFIER_nondet_bool() && compare(key, other - size) == 0) {
                    other -= size;
                    middle--;
                }
            } else {
                while (middle + 1 < high && __VERIFIER_nondet_bool() && compare(key, other + size) == 0) {
                    other += size;
                    middle++;
                }
            }
            return (void *)other;
        }
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return 0;
}
