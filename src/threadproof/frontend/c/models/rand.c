/* Pseudo-random numbers: any value of the range, at every call, whatever the seed. */
#include "intrinsics.h"
#include <stdlib.h>

//: approximated: any value from 0 to 2147483647
int rand(void) {
    return (int)(__VERIFIER_nondet_uint() >> 1);
}

int rand_r(unsigned *seed) {
    return (int)(__VERIFIER_nondet_uint() >> 1);
}

long random(void) {
    return (long)(__VERIFIER_nondet_uint() >> 1);
}

long lrand48(void) {
    return (long)(__VERIFIER_nondet_uint() >> 1);
}

//: approximated: any value from -2147483648 to 2147483647
long mrand48(void) {
    return __VERIFIER_nondet_int();
}

//: approximated: any value from 0 to below 1
double drand48(void) {
    double value = __VERIFIER_nondet_double();
    __tp_assume(value >= 0 && value < 1);
    return value;
}

//: ignored: any sequence of numbers is considered anyway
void srand(unsigned seed) {
}

void srandom(unsigned seed) {
}

void srand48(long seed) {
}
