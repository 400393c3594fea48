/* A conversion of the printf and scanf families, taken apart. */
#ifndef __TP_FORMAT_H
#define __TP_FORMAT_H

struct __tp_conversion {
    _Bool left, zeros, suppressed; /* flags `-`, `0` (printf) and `*` (printf: the width is an argument; scanf: nothing is stored) */
    char sign;                     /* flag `+` or ` `, otherwise 0 */
    int width;                     /* 0: none given */
    int length;                    /* -2 char, -1 short, 0 int, 1 long, 2 long long */
};

/* `at` is behind the percent sign; the result is where the letter of the conversion stands. */
extern const char *__tp_parse_conversion(const char *at, struct __tp_conversion *conversion);
#endif
