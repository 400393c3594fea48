/* Pseudo-random numbers. What a generator gives is a function of the seed and of how many numbers were drawn since, of which nothing
   else is known; without a seed it is that of seed 1. So every number is arbitrary, unless the program seeds the generator again: then
   numbers are kept, by seed and position. */
#include "intrinsics.h"
#include <stdlib.h>

#define SEEDS 4
#define LENGTH 8
struct __tp_generator {
    unsigned seed_less_1, position, count;
    unsigned seeds[SEEDS];
    unsigned numbers[SEEDS][LENGTH]; /* plus 1; 0 where none was drawn */
};
static struct __tp_generator __tp_rand, __tp_random;
static _Thread_local _Bool __tp_drew, __tp_drew_random;

static int __tp_natural(void) {
    int value = __VERIFIER_nondet_int();
    __tp_assume(value >= 0);
    return value;
}

static int __tp_kept(struct __tp_generator *of) {
    __tp_atomic_begin();
    unsigned seed = of->seed_less_1 + 1, position = of->position, i = 0;
    while (i < of->count && of->seeds[i] != seed)
        i++;
    if (i == SEEDS || position == LENGTH)
        __tp_cut("more than 8 numbers of more than 4 seeds, from a generator that is seeded again");
    if (i == of->count) {
        of->seeds[i] = seed;
        of->count = i + 1;
    }
    unsigned number = of->numbers[i][position];
    if (number == 0) {
        number = (unsigned)__tp_natural() + 1;
        of->numbers[i][position] = number;
    }
    of->position = position + 1;
    __tp_atomic_end();
    return (int)(number - 1);
}

static void __tp_seed(struct __tp_generator *of, unsigned seed) {
    __tp_atomic_begin();
    of->seed_less_1 = seed - 1;
    of->position = 0;
    __tp_atomic_end();
}

//: modelled: any value from 0 to 2147483647; the same sequence for the same seed (more than 8 numbers after another seeding are not explored)
int rand(void) {
    if (__tp_again("srand"))
        return __tp_kept(&__tp_rand);
    if (__tp_calls("srand"))
        __tp_drew = 1;
    return __tp_natural();
}

long random(void) {
    if (__tp_again("srandom"))
        return __tp_kept(&__tp_random);
    if (__tp_calls("srandom"))
        __tp_drew_random = 1;
    return __tp_natural();
}

//: modelled: the sequence begins again
void srand(unsigned seed) {
    if (__tp_again("srand"))
        __tp_seed(&__tp_rand, seed);
    else if (seed == 1 && __tp_drew)
        __tp_cut("seeding with 1 after numbers were drawn is not modelled");
}

void srandom(unsigned seed) {
    if (__tp_again("srandom"))
        __tp_seed(&__tp_random, seed);
    else if (seed == 1 && __tp_drew_random)
        __tp_cut("seeding with 1 after numbers were drawn is not modelled");
}

/* Of the first seeds, what became of them: the seed that follows, and the number. */
static unsigned __tp_seeds, __tp_before[SEEDS], __tp_after[SEEDS];
static int __tp_drawn[SEEDS];

//: approximated: any value from 0 to 2147483647, and any seed; the same ones again for the same seed (the first 4 seeds are remembered)
int rand_r(unsigned *seed) {
    unsigned before = *seed, after = __VERIFIER_nondet_uint();
    int number = __tp_natural();
    if (__tp_again("rand_r")) {
        __tp_atomic_begin();
        unsigned i = 0;
        while (i < __tp_seeds && __tp_before[i] != before)
            i++;
        if (i < __tp_seeds) {
            after = __tp_after[i];
            number = __tp_drawn[i];
        } else if (i < SEEDS) {
            __tp_before[i] = before;
            __tp_after[i] = after;
            __tp_drawn[i] = number;
            __tp_seeds = i + 1;
        }
        __tp_atomic_end();
    }
    *seed = after;
    return number;
}

//: modelled: any value from 0 to 2147483647
long lrand48(void) {
    return __tp_natural();
}

//: modelled: any value from -2147483648 to 2147483647
long mrand48(void) {
    return __VERIFIER_nondet_int();
}

//: modelled: any value from 0 to below 1
double drand48(void) {
    double value = __VERIFIER_nondet_double();
    __tp_assume(value >= 0 && value < 1);
    return value;
}

//: modelled: exact for one call; that numbers come again after a second one is not explored
void srand48(long seed) {
    if (__tp_again("srand48"))
        __tp_cut("seeding the generator of drand48 again is not modelled");
}
