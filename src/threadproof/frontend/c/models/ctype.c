/* Character classes of the C locale. The predicates return 0 or 1. Preprocessed programs use glibc's tables instead (at the end). */
#include "intrinsics.h"
#include <ctype.h>

//: modelled: exact for the C locale; true is 1
int isdigit(int c) {
    return c >= '0' && c <= '9';
}

int islower(int c) {
    return c >= 'a' && c <= 'z';
}

int isupper(int c) {
    return c >= 'A' && c <= 'Z';
}

int isalpha(int c) {
    return islower(c) || isupper(c);
}

int isalnum(int c) {
    return isalpha(c) || isdigit(c);
}

int isblank(int c) {
    return c == ' ' || c == '\t';
}

int isspace(int c) {
    return c == ' ' || (c >= '\t' && c <= '\r');
}

int iscntrl(int c) {
    return (c >= 0 && c < ' ') || c == 127;
}

int isprint(int c) {
    return c >= ' ' && c < 127;
}

int isgraph(int c) {
    return c > ' ' && c < 127;
}

int ispunct(int c) {
    return isgraph(c) && !isalnum(c);
}

int isxdigit(int c) {
    return isdigit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

int isascii(int c) {
    return c >= 0 && c < 128;
}

//: modelled: exact for the C locale
int tolower(int c) {
    return isupper(c) ? c + ('a' - 'A') : c;
}

int toupper(int c) {
    return islower(c) ? c - ('a' - 'A') : c;
}

int toascii(int c) {
    return c & 127;
}

/* glibc's bits on little-endian machines, for characters -128 to 255; those outside ASCII are in no class. */
enum {
    UPPER = 1 << 8, LOWER = 1 << 9, ALPHA = 1 << 10, DIGIT = 1 << 11, XDIGIT = 1 << 12, SPACE = 1 << 13, PRINT = 1 << 14,
    GRAPH = 1 << 15, BLANK = 1 << 0, CNTRL = 1 << 1, PUNCT = 1 << 2, ALNUM = 1 << 3,
    SIGN = PUNCT | GRAPH | PRINT, FIGURE = DIGIT | XDIGIT | ALNUM | GRAPH | PRINT,
    CAPITAL = UPPER | ALPHA | ALNUM | GRAPH | PRINT, SMALL = LOWER | ALPHA | ALNUM | GRAPH | PRINT
};
#define TWICE(...) __VA_ARGS__, __VA_ARGS__
#define TIMES4(...) TWICE(TWICE(__VA_ARGS__))
static const unsigned short __tp_classes[384] = {
    TIMES4(TIMES4(0, 0, 0, 0, 0, 0, 0, 0)),                                                                  /* -128 to -1 */
    TWICE(TIMES4(CNTRL)), CNTRL, CNTRL | SPACE | BLANK, TIMES4(CNTRL | SPACE),                              /* NUL to CR */
    TWICE(CNTRL), TIMES4(TIMES4(CNTRL)), SPACE | BLANK | PRINT, TWICE(SIGN), SIGN, TIMES4(SIGN, SIGN, SIGN), /* to slash */
    TIMES4(FIGURE, FIGURE), TWICE(FIGURE), TIMES4(SIGN), TWICE(SIGN), SIGN,                                  /* to @ */
    TWICE(CAPITAL | XDIGIT, CAPITAL | XDIGIT, CAPITAL | XDIGIT), TIMES4(TIMES4(CAPITAL)), TIMES4(CAPITAL),   /* to Z */
    TIMES4(SIGN), TWICE(SIGN),                                                                               /* to ` */
    TWICE(SMALL | XDIGIT, SMALL | XDIGIT, SMALL | XDIGIT), TIMES4(TIMES4(SMALL)), TIMES4(SMALL),             /* to z */
    TIMES4(SIGN), CNTRL                                                                                      /* to DEL */
};
static const unsigned short *__tp_classes_at_0 = __tp_classes + 128;

//: modelled: the table of the C locale
const unsigned short **__ctype_b_loc(void) {
    return &__tp_classes_at_0;
}
