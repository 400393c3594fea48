/* What output functions do first where accesses matter (see frontend/c/library/output.py). */
#include "intrinsics.h"
#include <stdarg.h>

//: modelled: every byte is read
void __tp_read_text(const char *text) {
    while (*text)
        text++;
}

void __tp_read_bytes(const char *bytes, size_t size) {
    for (size_t i = 0; i < size; i++) {
        char byte = bytes[i];
        (void)byte;
    }
}

//: modelled: every byte is read, up to as many as are printed (a negative number: all)
void __tp_read_part(const char *text, int most) {
    for (int i = 0; most < 0 || i < most; i++)
        if (!text[i])
            return;
}

static _Bool __tp_one_of(char letter, const char *letters) {
    for (; *letters; letters++)
        if (letter == *letters)
            return 1;
    return 0;
}

//: modelled: every text that a conversion speaks of is read
void __tp_read_listed(const char *format, va_list arguments) {
    for (; *format; format++) {
        if (*format != '%')
            continue;
        int most = -1, length = 0;
        for (format++; __tp_one_of(*format, "-+ #'0123456789*"); format++)
            if (*format == '*')
                (void)va_arg(arguments, int);
        if (*format == '.') {
            most = 0;
            for (format++; __tp_one_of(*format, "0123456789*"); format++)
                most = *format == '*' ? va_arg(arguments, int) : most * 10 + *format - '0';
        }
        for (; __tp_one_of(*format, "hlqjztL"); format++)
            length += *format == 'h' ? -1 : *format == 'l' || *format == 'z' || *format == 't' ? 1 : 2;
        char letter = *format;
        if (letter == 's')
            __tp_read_part(va_arg(arguments, const char *), most);
        else if (letter == 'p')
            (void)va_arg(arguments, void *);
        else if (__tp_one_of(letter, "diuoxXc") && length < 2)
            length < 1 ? (void)va_arg(arguments, int) : (void)va_arg(arguments, long);
        else if (__tp_one_of(letter, "diuoxX"))
            (void)va_arg(arguments, long long);
        else if (__tp_one_of(letter, "fFeEgGaA"))
            length == 2 ? (void)va_arg(arguments, long double) : (void)va_arg(arguments, double);
        else if (letter != '%' && letter != 'm')
            __tp_cut("a conversion of the printf family that is not modelled");
    }
}

void __tp_read_printed(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    __tp_read_listed(format, arguments);
    va_end(arguments);
}
