/* Character classes of the C locale. A predicate that holds gives some number other than 0: always the same one for the same character.
   Which it is matters only to programs that look at it. Preprocessed programs use glibc's tables instead (at the end). */
#include "intrinsics.h"
#include <ctype.h>

#define IS_DIGIT(c) ((c) >= '0' && (c) <= '9')
#define IS_LOWER(c) ((c) >= 'a' && (c) <= 'z')
#define IS_UPPER(c) ((c) >= 'A' && (c) <= 'Z')
#define IS_ALPHA(c) (IS_LOWER(c) || IS_UPPER(c))
#define IS_GRAPH(c) ((c) > ' ' && (c) < 127)
/* EOF and characters, and what a plain char may hold: as far as the tables of glibc go. */
#define REQUIRE(c) __tp_check((c) >= -128 && (c) <= 255, "invalid-call", "the argument is no character")

/* `chosen`: the numbers of a predicate, 0 where none was asked for yet. */
static int __tp_nonzero(int chosen[384], int c) {
    __tp_atomic_begin();
    int value = chosen[c + 128];
    if (value == 0) {
        value = __VERIFIER_nondet_int();
        __tp_assume(value != 0);
        chosen[c + 128] = value;
    }
    __tp_atomic_end();
    return value;
}
#define GIVE(name, c, holds)                                                                                                     \
    if (!(holds) || !__tp_observes(name, "truth"))                                                                               \
        return holds;                                                                                                            \
    static int chosen[384];                                                                                                      \
    return __tp_nonzero(chosen, c)

//: modelled: the C locale; a number other than 0 for characters of the class, of which nothing is promised
int isdigit(int c) {
    REQUIRE(c);
    _Bool holds = IS_DIGIT(c);
    GIVE("isdigit", c, holds);
}

int islower(int c) {
    REQUIRE(c);
    _Bool holds = IS_LOWER(c);
    GIVE("islower", c, holds);
}

int isupper(int c) {
    REQUIRE(c);
    _Bool holds = IS_UPPER(c);
    GIVE("isupper", c, holds);
}

int isalpha(int c) {
    REQUIRE(c);
    _Bool holds = IS_ALPHA(c);
    GIVE("isalpha", c, holds);
}

int isalnum(int c) {
    REQUIRE(c);
    _Bool holds = IS_ALPHA(c) || IS_DIGIT(c);
    GIVE("isalnum", c, holds);
}

int isblank(int c) {
    REQUIRE(c);
    _Bool holds = c == ' ' || c == '\t';
    GIVE("isblank", c, holds);
}

int isspace(int c) {
    REQUIRE(c);
    _Bool holds = c == ' ' || (c >= '\t' && c <= '\r');
    GIVE("isspace", c, holds);
}

int iscntrl(int c) {
    REQUIRE(c);
    _Bool holds = (c >= 0 && c < ' ') || c == 127;
    GIVE("iscntrl", c, holds);
}

int isprint(int c) {
    REQUIRE(c);
    _Bool holds = c >= ' ' && c < 127;
    GIVE("isprint", c, holds);
}

int isgraph(int c) {
    REQUIRE(c);
    _Bool holds = IS_GRAPH(c);
    GIVE("isgraph", c, holds);
}

int ispunct(int c) {
    REQUIRE(c);
    _Bool holds = IS_GRAPH(c) && !IS_ALPHA(c) && !IS_DIGIT(c);
    GIVE("ispunct", c, holds);
}

int isxdigit(int c) {
    REQUIRE(c);
    _Bool holds = IS_DIGIT(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
    GIVE("isxdigit", c, holds);
}

//: modelled: exact
int isascii(int c) {
    return c >= 0 && c < 128;
}

//: modelled: exact for the C locale
int tolower(int c) {
    REQUIRE(c);
    return IS_UPPER(c) ? c + ('a' - 'A') : c;
}

int toupper(int c) {
    REQUIRE(c);
    return IS_LOWER(c) ? c - ('a' - 'A') : c;
}

//: modelled: exact
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
