/* Pseudo-random numbers: any value of the range, at every call, whatever the seed. */
#include "intrinsics.h"
#include <stdlib.h>

//: approximated: any value from 0 to 2147483647
int rand(void) {
    int value = __VERIFIER_nondet_int();
    __tp_assume(value >= 0);
    return value;
}

long random(void) {
    return rand();
}

long lrand48(void) {
    return rand();
}

//: approximated: any value from 0 to 2147483647; the seed is read and becomes any other
int rand_r(unsigned *seed) {
    unsigned before = *seed;
    (void)before;
    *seed = __VERIFIER_nondet_uint();
    return rand();
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
