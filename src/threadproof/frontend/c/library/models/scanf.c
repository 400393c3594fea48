/* Formatted input. From a file: any values, and it may stop at every conversion. From memory: exact for integers and characters. Other
   conversions are not explored. */
#include "intrinsics.h"
#include "format.h"
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

extern int __tp_ended(int result);
extern void __tp_use_stream(FILE *file), __tp_use_input(void);

#define IS_INTEGER(letter) ((letter) == 'd' || (letter) == 'i' || (letter) == 'u' || (letter) == 'x' || (letter) == 'X' || (letter) == 'o')

static void __tp_store_integer(void *target, int length, unsigned long long value) {
    if (length == -2)
        *(unsigned char *)target = (unsigned char)value;
    else if (length == -1)
        *(unsigned short *)target = (unsigned short)value;
    else if (length == 0)
        *(unsigned *)target = (unsigned)value;
    else if (length == 1)
        *(unsigned long *)target = (unsigned long)value;
    else
        *(unsigned long long *)target = value;
}

static unsigned long long __tp_any_integer(int length) {
    unsigned low = __VERIFIER_nondet_uint();
    if (length < 1 || (length == 1 && sizeof(long) == sizeof(int)))
        return low;
    return (unsigned long long)__VERIFIER_nondet_uint() << 32 | low;
}

static int __tp_scan(const char *format, va_list arguments) {
    int count = 0;
    struct __tp_conversion how;
    for (; *format; format++) {
        if (*format != '%')
            continue;
        format = __tp_parse_conversion(format + 1, &how);
        if (*format == '%')
            continue;
        if (__VERIFIER_nondet_bool())
            return count == 0 && __VERIFIER_nondet_bool() ? __tp_ended(EOF) : count;
        if (!(IS_INTEGER(*format) && how.width == 0) && !(*format == 'c' && how.width <= 1))
            __tp_cut("a conversion of the scanf family that is not modelled");
        if (how.suppressed)
            continue;
        if (*format == 'c')
            *va_arg(arguments, char *) = __VERIFIER_nondet_char();
        else
            __tp_store_integer(va_arg(arguments, void *), how.length, __tp_any_integer(how.length));
        count++;
    }
    return count;
}

//: approximated: stores any values; may stop at every conversion; integers and single characters only, others are not explored
int vscanf(const char *restrict format, va_list arguments) {
    __tp_use_input();
    return __tp_scan(format, arguments);
}

int vfscanf(FILE *restrict file, const char *restrict format, va_list arguments) {
    __tp_use_stream(file);
    return __tp_scan(format, arguments);
}

//: modelled: exact for integers and single characters; other conversions are not explored
int vsscanf(const char *restrict text, const char *restrict format, va_list arguments) {
    int count = 0;
    struct __tp_conversion how;
    for (char byte; (byte = *format) != 0; format++) {
        if (byte == '%') {
            format = __tp_parse_conversion(format + 1, &how);
            byte = *format;
        } else if (!isspace(byte)) {
            if (*text != byte)
                return *text || count ? count : EOF;
            text++;
            continue;
        }
        if (byte != 'c')
            while (isspace(*text))
                text++;
        if (isspace(byte))
            continue;
        if (how.width || (!IS_INTEGER(byte) && byte != 'c'))
            __tp_cut("a conversion of the scanf family that is not modelled");
        if (!*text)
            return count ? count : EOF;
        if (byte == 'c') {
            if (!how.suppressed)
                *va_arg(arguments, char *) = *text;
            text++;
        } else {
            char *end;
            int base = byte == 'i' ? 0 : byte == 'o' ? 8 : byte == 'd' || byte == 'u' ? 10 : 16;
            unsigned long long value = byte == 'd' || byte == 'i' ? (unsigned long long)strtoll(text, &end, base) : strtoull(text, &end, base);
            if (end == text)
                return count;
            if (!how.suppressed)
                __tp_store_integer(va_arg(arguments, void *), how.length, value);
            text = end;
        }
        count += !how.suppressed;
    }
    return count;
}

int sscanf(const char *restrict text, const char *restrict format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int result = vsscanf(text, format, arguments);
    va_end(arguments);
    return result;
}

/* What the headers of glibc make of these calls. */
int __isoc99_sscanf(const char *restrict text, const char *restrict format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int result = vsscanf(text, format, arguments);
    va_end(arguments);
    return result;
}

int __isoc23_sscanf(const char *restrict text, const char *restrict format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int result = vsscanf(text, format, arguments);
    va_end(arguments);
    return result;
}

//: approximated: stores any values; may stop at every conversion; integers and single characters only, others are not explored
int scanf(const char *restrict format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int result = vscanf(format, arguments);
    va_end(arguments);
    return result;
}

int __isoc99_scanf(const char *restrict format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int result = vscanf(format, arguments);
    va_end(arguments);
    return result;
}

int __isoc23_scanf(const char *restrict format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int result = vscanf(format, arguments);
    va_end(arguments);
    return result;
}

int fscanf(FILE *restrict file, const char *restrict format, ...) {
    __tp_use_stream(file);
    va_list arguments;
    va_start(arguments, format);
    int result = __tp_scan(format, arguments);
    va_end(arguments);
    return result;
}

int __isoc99_fscanf(FILE *restrict file, const char *restrict format, ...) {
    __tp_use_stream(file);
    va_list arguments;
    va_start(arguments, format);
    int result = __tp_scan(format, arguments);
    va_end(arguments);
    return result;
}

int __isoc23_fscanf(FILE *restrict file, const char *restrict format, ...) {
    __tp_use_stream(file);
    va_list arguments;
    va_start(arguments, format);
    int result = __tp_scan(format, arguments);
    va_end(arguments);
    return result;
}
