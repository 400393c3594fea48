/* Mathematics: exact where a few operations suffice, otherwise any result. */
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

//: approximated: any result
double sqrt(double x) {
    return __VERIFIER_nondet_double();
}

double pow(double x, double y) {
    return __VERIFIER_nondet_double();
}

double fmod(double x, double y) {
    return __VERIFIER_nondet_double();
}

double exp(double x) {
    return __VERIFIER_nondet_double();
}

double log(double x) {
    return __VERIFIER_nondet_double();
}

double log2(double x) {
    return __VERIFIER_nondet_double();
}

double log10(double x) {
    return __VERIFIER_nondet_double();
}

double sin(double x) {
    return __VERIFIER_nondet_double();
}

double cos(double x) {
    return __VERIFIER_nondet_double();
}

double tan(double x) {
    return __VERIFIER_nondet_double();
}

double asin(double x) {
    return __VERIFIER_nondet_double();
}

double acos(double x) {
    return __VERIFIER_nondet_double();
}

double atan(double x) {
    return __VERIFIER_nondet_double();
}

double atan2(double x, double y) {
    return __VERIFIER_nondet_double();
}

float sqrtf(float x) {
    return __VERIFIER_nondet_float();
}

float powf(float x, float y) {
    return __VERIFIER_nondet_float();
}

float sinf(float x) {
    return __VERIFIER_nondet_float();
}

float cosf(float x) {
    return __VERIFIER_nondet_float();
}
