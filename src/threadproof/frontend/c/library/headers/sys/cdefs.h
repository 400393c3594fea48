#ifndef __TP_SYS_CDEFS_H
#define __TP_SYS_CDEFS_H
#define __BEGIN_DECLS
#define __END_DECLS
#define __P(parameters) parameters
#define __CONCAT(x, y) x##y
#define __STRING(x) #x
#define __THROW
#define __nonnull(which)
#define __wur
#define __glibc_likely(condition) __builtin_expect((condition), 1)
#define __glibc_unlikely(condition) __builtin_expect((condition), 0)
#endif
