#ifndef __TP_ERR_H
#define __TP_ERR_H
#include <stdarg.h>
extern void warn(const char *, ...), vwarn(const char *, va_list), warnx(const char *, ...), vwarnx(const char *, va_list);
extern _Noreturn void err(int, const char *, ...), verr(int, const char *, va_list), errx(int, const char *, ...);
extern _Noreturn void verrx(int, const char *, va_list);
#endif
