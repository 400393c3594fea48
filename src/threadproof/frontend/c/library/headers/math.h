#ifndef __TP_MATH_H
#define __TP_MATH_H
#include <features.h>
#define HUGE_VAL __builtin_huge_val()
#define HUGE_VALF __builtin_huge_valf()
#define INFINITY __builtin_inff()
#define NAN __builtin_nanf("")
#define M_E 2.7182818284590452354
#define M_LOG2E 1.4426950408889634074
#define M_LOG10E 0.43429448190325182765
#define M_LN2 0.69314718055994530942
#define M_LN10 2.30258509299404568402
#define M_PI 3.14159265358979323846
#define M_PI_2 1.57079632679489661923
#define M_PI_4 0.78539816339744830962
#define M_1_PI 0.31830988618379067154
#define M_2_PI 0.63661977236758134308
#define M_2_SQRTPI 1.12837916709551257390
#define M_SQRT2 1.41421356237309504880
#define M_SQRT1_2 0.70710678118654752440
#define MAXFLOAT 3.40282347e+38F
#define FP_NAN 0
#define FP_INFINITE 1
#define FP_ZERO 2
#define FP_SUBNORMAL 3
#define FP_NORMAL 4
#define MATH_ERRNO 1
#define MATH_ERREXCEPT 2
#define math_errhandling (MATH_ERRNO | MATH_ERREXCEPT)
typedef double double_t;
typedef float float_t;
#define isnan(x) __extension__({ __auto_type __tp_x = (x); __tp_x != __tp_x; })
#define isinf(x) __extension__({ __auto_type __tp_x = (x); __tp_x == __tp_x && __tp_x - __tp_x != 0; })
#define isfinite(x) __extension__({ __auto_type __tp_x = (x); __tp_x - __tp_x == 0; })
#define fpclassify(x) __extension__({ __auto_type __tp_c = (x); sizeof __tp_c == sizeof(float) ? __tp_classf((float)__tp_c) : __tp_class((double)__tp_c); })
#define isnormal(x) (fpclassify(x) == FP_NORMAL)
#define signbit(x) __tp_signbit((double)(x))
#define isunordered(x, y) __extension__({ __auto_type __tp_x = (x); __auto_type __tp_y = (y); __tp_x != __tp_x || __tp_y != __tp_y; })
#define isgreater(x, y) ((x) > (y))
#define isgreaterequal(x, y) ((x) >= (y))
#define isless(x, y) ((x) < (y))
#define islessequal(x, y) ((x) <= (y))
#define islessgreater(x, y) __extension__({ __auto_type __tp_x = (x); __auto_type __tp_y = (y); __tp_x < __tp_y || __tp_x > __tp_y; })
extern int __tp_class(double), __tp_classf(float), __tp_signbit(double);
extern double fabs(double), fmin(double, double), fmax(double, double), trunc(double), floor(double), ceil(double);
extern double round(double), rint(double), nearbyint(double), sqrt(double), fmod(double, double), remainder(double, double);
extern double copysign(double, double), fdim(double, double), fma(double, double, double), frexp(double, int *);
extern double ldexp(double, int), modf(double, double *), scalbn(double, int), scalbln(double, long), logb(double);
extern int ilogb(double);
extern double nextafter(double, double), nexttoward(double, long double);
extern long lround(double);
extern long long llround(double);
extern long lrint(double);
extern long long llrint(double);
extern double nan(const char *), pow(double, double), exp(double), exp2(double), expm1(double), log(double), log2(double);
extern double log10(double), log1p(double), sin(double), cos(double), tan(double), asin(double), acos(double), atan(double);
extern double atan2(double, double), sinh(double), cosh(double), tanh(double), asinh(double), acosh(double), atanh(double);
extern double hypot(double, double), cbrt(double), erf(double), erfc(double), tgamma(double), lgamma(double);
extern double remquo(double, double, int *);
extern float fabsf(float), fminf(float, float), fmaxf(float, float), truncf(float), floorf(float), ceilf(float);
extern float roundf(float), rintf(float), nearbyintf(float), sqrtf(float), fmodf(float, float), remainderf(float, float);
extern float copysignf(float, float), fdimf(float, float), fmaf(float, float, float), frexpf(float, int *);
extern float ldexpf(float, int), modff(float, float *), scalbnf(float, int), logbf(float);
extern int ilogbf(float);
extern float nextafterf(float, float);
extern long lroundf(float);
extern long long llroundf(float);
extern long lrintf(float);
extern long long llrintf(float);
extern float nanf(const char *), powf(float, float), expf(float), exp2f(float), expm1f(float), logf(float), log2f(float);
extern float log10f(float), log1pf(float), sinf(float), cosf(float), tanf(float), asinf(float), acosf(float), atanf(float);
extern float atan2f(float, float), sinhf(float), coshf(float), tanhf(float), hypotf(float, float), cbrtf(float);
extern long double fabsl(long double), floorl(long double), ceill(long double), sqrtl(long double);
extern long double powl(long double, long double), expl(long double), logl(long double), log10l(long double);
extern long double sinl(long double), cosl(long double), tanl(long double), fmodl(long double, long double);
extern long double truncl(long double), roundl(long double);
#ifdef __TP_POSIX
extern int signgam;
extern double j0(double), j1(double), jn(int, double), y0(double), y1(double), yn(int, double), gamma(double);
#endif
#ifdef _GNU_SOURCE
extern void sincos(double, double *, double *);
extern double exp10(double);
#endif
#endif
