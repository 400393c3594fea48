#ifndef __TP_FENV_H
#define __TP_FENV_H
#define FE_INVALID 1
#define FE_DIVBYZERO 4
#define FE_OVERFLOW 8
#define FE_UNDERFLOW 0x10
#define FE_INEXACT 0x20
#define FE_ALL_EXCEPT 61
#define FE_TONEAREST 0
#define FE_DOWNWARD 0x400
#define FE_UPWARD 0x800
#define FE_TOWARDZERO 0xc00
typedef unsigned short fexcept_t;
typedef struct {
    unsigned short __words[14];
#ifdef __LP64__
    unsigned __control;
#endif
} fenv_t;
#define FE_DFL_ENV ((const fenv_t *)-1)
extern int feclearexcept(int), fegetexceptflag(fexcept_t *, int), feraiseexcept(int);
extern int fesetexceptflag(const fexcept_t *, int), fetestexcept(int), fegetround(void), fesetround(int);
extern int fegetenv(fenv_t *), feholdexcept(fenv_t *), fesetenv(const fenv_t *), feupdateenv(const fenv_t *);
#ifdef _GNU_SOURCE
extern int feenableexcept(int), fedisableexcept(int), fegetexcept(void);
#endif
#endif
