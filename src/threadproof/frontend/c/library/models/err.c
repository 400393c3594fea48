/* Messages about errors have no effect; what matters is whether the program ends. */
#include "intrinsics.h"
#include <err.h>
#include <error.h>
#include <stdlib.h>

//: ignored: messages have no effect; the arguments are evaluated
void warn(const char *format, ...) {
}

void warnx(const char *format, ...) {
}

void vwarn(const char *format, va_list arguments) {
}

void vwarnx(const char *format, va_list arguments) {
}

//: modelled: ends the program, as exit
_Noreturn void err(int status, const char *format, ...) {
    exit(status);
}

_Noreturn void errx(int status, const char *format, ...) {
    exit(status);
}

_Noreturn void verr(int status, const char *format, va_list arguments) {
    exit(status);
}

_Noreturn void verrx(int status, const char *format, va_list arguments) {
    exit(status);
}

//: modelled: ends the program, as exit, unless the status is 0
void error(int status, int number, const char *format, ...) {
    if (status)
        exit(status);
}

void error_at_line(int status, int number, const char *file, unsigned line, const char *format, ...) {
    if (status)
        exit(status);
}
