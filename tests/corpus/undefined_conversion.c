// property: unreach-call
// verdict: UNKNOWN(undefined behaviour: conversion)
// A number that int does not hold: gcc's result is not the one of other compilers.
#include <assert.h>

int main(void) {
    double big = 1e10;
    int x = big;
    assert(x == 0);
    return 0;
}
