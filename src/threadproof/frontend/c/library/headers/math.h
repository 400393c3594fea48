#ifndef __TP_MATH_H
#define __TP_MATH_H
#define HUGE_VAL __builtin_huge_val()
#define INFINITY __builtin_inff()
#define NAN __builtin_nanf("")
#define M_E 2.7182818284590452354
#define M_PI 3.14159265358979323846
#define isnan(x) __extension__({ __auto_type __tp_x = (x); __tp_x != __tp_x; })
#define isinf(x) __extension__({ __auto_type __tp_x = (x); __tp_x == __tp_x && __tp_x - __tp_x != 0; })
#define isfinite(x) __extension__({ __auto_type __tp_x = (x); __tp_x - __tp_x == 0; })
extern double fabs(double), fmin(double, double), fmax(double, double), trunc(double), floor(double), ceil(double), round(double);
extern float fabsf(float), fminf(float, float), fmaxf(float, float), truncf(float), floorf(float), ceilf(float), roundf(float);
extern double sqrt(double), pow(double, double), fmod(double, double), exp(double), log(double), log2(double), log10(double);
extern double sin(double), cos(double), tan(double), asin(double), acos(double), atan(double), atan2(double, double);
extern float sqrtf(float), powf(float, float), sinf(float), cosf(float);
#endif
