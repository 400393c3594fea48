/* Formatted output into memory: exact for integers, characters and strings. Floating-point numbers, addresses and precisions
   are not explored. */
#include "intrinsics.h"
#include "format.h"
#include <ctype.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

const char *__tp_parse_conversion(const char *at, struct __tp_conversion *conversion) {
    _Bool left = 0, zeros = 0, suppressed = 0;
    char sign = 0;
    int width = 0, length = 0;
    for (; *at == '-' || *at == '0' || *at == '*' || *at == '+' || *at == ' '; at++) {
        left = left || *at == '-';
        zeros = zeros || *at == '0';
        suppressed = suppressed || *at == '*';
        sign = *at == '+' || (*at == ' ' && !sign) ? *at : sign;
    }
    for (; isdigit(*at); at++)
        width = width * 10 + *at - '0';
    for (; *at == 'l' || *at == 'h' || *at == 'z' || *at == 't' || *at == 'j'; at++)
        length = *at == 'h' ? length - 1 : *at == 'j' ? 2 : length + 1;
    conversion->left = left;
    conversion->zeros = zeros;
    conversion->suppressed = suppressed;
    conversion->sign = sign;
    conversion->width = width;
    conversion->length = length;
    return at;
}

/* Each of these appends at position `at` as far as there is room (one byte is kept for the end), and gives the position behind. */
static size_t __tp_put(char *text, size_t size, size_t at, char byte) {
    if (at + 1 < size)
        text[at] = byte;
    return at + 1;
}

static size_t __tp_put_many(char *text, size_t size, size_t at, char byte, int count) {
    for (; count > 0; count--)
        at = __tp_put(text, size, at, byte);
    return at;
}

/* What is read must not be what is written (7.21.6.5p2), nor be overwritten later: `written` bytes of `text`, `read` bytes of `part`. */
#define APART(text, written, part, read)                                                                                         \
    __tp_check((uintptr_t)(part) - (uintptr_t)(text) >= (written) && ((written) == 0 || (uintptr_t)(text) - (uintptr_t)(part) >= (read)), \
               "invalid-copy", "an argument is printed to where it overlaps itself")

static size_t __tp_least(size_t one, size_t other) {
    return one < other ? one : other;
}

static size_t __tp_put_string(char *text, size_t size, size_t at, const char *part, const struct __tp_conversion *how) {
    size_t length = strlen(part);
    int padding = how->width - (int)length;
    APART(text, __tp_least(at + length + 1, size), part, length + 1);
    if (!how->left)
        at = __tp_put_many(text, size, at, ' ', padding);
    for (char byte; (byte = *part) != 0; part++)
        at = __tp_put(text, size, at, byte);
    return how->left ? __tp_put_many(text, size, at, ' ', padding) : at;
}

/* `sign` is the character in front, or 0; `ten` is the letter for that digit. */
static size_t __tp_put_number(char *text, size_t size, size_t at, uint64_t value, unsigned base, char ten, char sign,
                              const struct __tp_conversion *how) {
    uint64_t unit = 1;
    int padding = how->width - (sign ? 2 : 1);
    _Bool left = how->left, zeros = how->zeros;
    for (; value / unit >= base; unit *= base)
        padding--;
    if (!left && !zeros)
        at = __tp_put_many(text, size, at, ' ', padding);
    if (sign)
        at = __tp_put(text, size, at, sign);
    if (!left && zeros)
        at = __tp_put_many(text, size, at, '0', padding);
    for (; unit > 0; unit /= base) {
        int digit = (int)(value / unit % base);
        at = __tp_put(text, size, at, (char)(digit < 10 ? '0' + digit : ten + digit - 10));
    }
    return left ? __tp_put_many(text, size, at, ' ', padding) : at;
}

static size_t __tp_put_signed(char *text, size_t size, size_t at, long long value, const struct __tp_conversion *how) {
    if (how->length < 0)
        value = how->length == -1 ? (short)value : (signed char)value;
    uint64_t magnitude = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
    return __tp_put_number(text, size, at, magnitude, 10, 'a', value < 0 ? '-' : how->sign, how);
}

static size_t __tp_put_unsigned(char *text, size_t size, size_t at, uint64_t value, char letter, const struct __tp_conversion *how) {
    if (how->length < 0)
        value = how->length == -1 ? (unsigned short)value : (unsigned char)value;
    unsigned base = letter == 'u' ? 10 : letter == 'o' ? 8 : 16;
    return __tp_put_number(text, size, at, value, base, letter == 'X' ? 'A' : 'a', 0, how);
}

//: modelled: exact for integers, characters and strings; other conversions are not explored; undefined if what is read overlaps what is written
int vsnprintf(char *restrict text, size_t size, const char *restrict format, va_list arguments) {
    size_t at = 0, nearest = (size_t)-1; /* of the strings: how far behind the target the first one begins */
    const char *form = format;
    struct __tp_conversion how;
    for (char byte; (byte = *format) != 0; format++) {
        if (byte != '%') {
            at = __tp_put(text, size, at, byte);
            continue;
        }
        format = __tp_parse_conversion(format + 1, &how);
        byte = *format;
        if (how.suppressed) {
            how.width = va_arg(arguments, int);
            how.left = how.left || how.width < 0;
            how.width = how.width < 0 ? -how.width : how.width;
        }
        if (byte == 'd' || byte == 'i') {
            if (how.length < 1)
                at = __tp_put_signed(text, size, at, va_arg(arguments, int), &how);
            else if (how.length == 1)
                at = __tp_put_signed(text, size, at, va_arg(arguments, long), &how);
            else
                at = __tp_put_signed(text, size, at, va_arg(arguments, long long), &how);
        } else if (byte == 'u' || byte == 'o' || byte == 'x' || byte == 'X') {
            if (how.length < 1)
                at = __tp_put_unsigned(text, size, at, va_arg(arguments, unsigned), byte, &how);
            else if (how.length == 1)
                at = __tp_put_unsigned(text, size, at, va_arg(arguments, unsigned long), byte, &how);
            else
                at = __tp_put_unsigned(text, size, at, va_arg(arguments, unsigned long long), byte, &how);
        } else if (byte == 's' && how.length == 0) {
            const char *part = va_arg(arguments, const char *);
            at = __tp_put_string(text, size, at, part, &how);
            nearest = __tp_least(nearest, (uintptr_t)part - (uintptr_t)text);
        } else if (byte == 'c' && how.length == 0 && !how.left) {
            at = __tp_put_many(text, size, at, ' ', how.width - 1);
            at = __tp_put(text, size, at, (char)va_arg(arguments, int));
        } else if (byte == '%') {
            at = __tp_put(text, size, at, '%');
        } else {
            __tp_cut("a conversion of the printf family that is not modelled");
        }
    }
    size_t written = __tp_least(at + 1, size);
    __tp_check(written <= nearest, "invalid-copy", "an argument is printed to where it overlaps itself");
    APART(text, written, form, (size_t)(format - form) + 1);
    if (size > 0)
        text[at < size ? at : size - 1] = 0;
    return (int)at;
}

int snprintf(char *restrict text, size_t size, const char *restrict format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int result = vsnprintf(text, size, format, arguments);
    va_end(arguments);
    return result;
}

int vsprintf(char *restrict text, const char *restrict format, va_list arguments) {
    return vsnprintf(text, (size_t)-1 >> 1, format, arguments);
}

int sprintf(char *restrict text, const char *restrict format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int result = vsnprintf(text, (size_t)-1 >> 1, format, arguments);
    va_end(arguments);
    return result;
}
