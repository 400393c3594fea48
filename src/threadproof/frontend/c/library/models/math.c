/* Mathematics: exact, or not explored. */
#include "intrinsics.h"
#include <math.h>

//: modelled: exact
double fabs(double x) {
    return x < 0 ? -x : x == 0 ? 0.0 : x;
}

float fabsf(float x) {
    return x < 0 ? -x : x == 0 ? 0.0F : x;
}

double fmin(double x, double y) {
    return isnan(x) || y < x ? y : x;
}

double fmax(double x, double y) {
    return isnan(x) || y > x ? y : x;
}

float fminf(float x, float y) {
    return isnan(x) || y < x ? y : x;
}

float fmaxf(float x, float y) {
    return isnan(x) || y > x ? y : x;
}

/* From 2^52 on every double is a whole number; the result keeps the sign, also when it is 0. */
double trunc(double x) {
    if (x > 0 && x < 4503599627370496.0)
        return (double)(long long)x;
    if (x < 0 && x > -4503599627370496.0)
        return -(double)(long long)-x;
    return x;
}

double floor(double x) {
    double whole = trunc(x);
    return whole > x ? whole - 1 : whole;
}

double ceil(double x) {
    double whole = trunc(x);
    return whole < x ? whole + 1 : whole;
}

double round(double x) {
    double whole = trunc(x);
    return x - whole >= 0.5 ? whole + 1 : x - whole <= -0.5 ? whole - 1 : whole;
}

float truncf(float x) {
    return (float)trunc(x);
}

float floorf(float x) {
    return (float)floor(x);
}

float ceilf(float x) {
    return (float)ceil(x);
}

float roundf(float x) {
    return (float)round(x);
}

/* A digit of the root at a time; what is left decides how it is rounded (it is never halfway between two numbers). */
double sqrt(double x) {
    union {
        double number;
        unsigned long long bits;
    } as = {x};
    if (x != x || x == 0 || (x > 0 && x - x != 0))
        return x;
    if (x < 0)
        return (x - x) / (x - x);
    int exponent = (int)(as.bits >> 52);
    unsigned long long digits = as.bits & 0xfffffffffffffULL, root = 0, rest = 0;
    if (exponent)
        digits |= 1ULL << 52;
    else
        for (exponent = 1; !(digits >> 52); exponent--)
            digits <<= 1;
    exponent -= 1075;
    if (exponent & 1) {
        digits <<= 1;
        exponent--;
    }
    for (int i = 0; i < 53; i++) {
        rest = rest << 2 | (i < 27 ? digits >> (52 - 2 * i) & 3 : 0);
        unsigned long long next = root << 2 | 1;
        root <<= 1;
        if (rest >= next) {
            rest -= next;
            root |= 1;
        }
    }
    if (rest > root)
        root++;
    as.bits = ((unsigned long long)((exponent - 52) / 2 + 1075) << 52) + (root - (1ULL << 52));
    return as.number;
}

float sqrtf(float x) {
    return (float)sqrt(x);
}

/* 2^52 more or less: the sum is rounded to a whole number, halves to even ones. The sign stays, also that of 0. */
double rint(double x) {
    if (x > 0 && x < 4503599627370496.0)
        return x + 4503599627370496.0 - 4503599627370496.0;
    if (x < 0 && x > -4503599627370496.0)
        return -(4503599627370496.0 - x - 4503599627370496.0);
    return x;
}

double nearbyint(double x) {
    return rint(x);
}

/* The largest multiple of y times a power of 2 that fits is taken away, until none does: each difference is exact. */
double fmod(double x, double y) {
    double rest = x < 0 ? -x : x, divisor = y < 0 ? -y : y;
    if (x != x || y != y || x - x != 0 || y == 0)
        return (x * y) / (x * y);
    if (rest < divisor)
        return x;
    while (rest >= divisor) {
        double multiple = divisor;
        while (multiple <= rest / 2)
            multiple *= 2;
        rest -= multiple;
    }
    return x < 0 ? -rest : rest;
}

double copysign(double x, double y) {
    union {
        double number;
        unsigned long long bits;
    } one = {x}, other = {y};
    one.bits = (one.bits & ~(1ULL << 63)) | (other.bits & 1ULL << 63);
    return one.number;
}

int __tp_signbit(double x) {
    return copysign(1, x) < 0;
}

double modf(double x, double *whole) {
    *whole = trunc(x);
    return copysign(x - x == 0 ? x - *whole : x == x ? 0 : x, x);
}

/* Any result would be too many: a failure could rest on a value that the function does not have. */
//: approximated: not explored, so the verdict cannot be TRUE
double pow(double x, double y) {
    __tp_cut("pow is not computed");
}

double exp(double x) {
    __tp_cut("exp is not computed");
}

double log(double x) {
    __tp_cut("log is not computed");
}

double log2(double x) {
    __tp_cut("log2 is not computed");
}

double log10(double x) {
    __tp_cut("log10 is not computed");
}

double sin(double x) {
    __tp_cut("sin is not computed");
}

double cos(double x) {
    __tp_cut("cos is not computed");
}

double tan(double x) {
    __tp_cut("tan is not computed");
}

double asin(double x) {
    __tp_cut("asin is not computed");
}

double acos(double x) {
    __tp_cut("acos is not computed");
}

double atan(double x) {
    __tp_cut("atan is not computed");
}

double atan2(double x, double y) {
    __tp_cut("atan2 is not computed");
}

float powf(float x, float y) {
    __tp_cut("powf is not computed");
}

float sinf(float x) {
    __tp_cut("sinf is not computed");
}

float cosf(float x) {
    __tp_cut("cosf is not computed");
}
