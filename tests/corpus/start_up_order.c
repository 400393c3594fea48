// property: unreach-call
// verdict: TRUE
// Constructors by rising numbers, then those without; destructors the other way round, at both ends of the program.
#include <assert.h>
#include <stdlib.h>
static unsigned long order;
#define STEP(n) order = 16 * order + n

__attribute__((constructor)) static void first(void) { STEP(1); }
__attribute__((constructor(200))) static void second(void) { STEP(2); }
__attribute__((constructor)) static int third(void) { STEP(3); return 1; }
static void fourth(void) __attribute__((constructor(100 + 1)));
static void fourth(void) { STEP(4); }
__attribute__((constructor(200), destructor)) static void fifth(void) { STEP(5); }
__attribute__((destructor(200))) static void sixth(void) { STEP(6); }
__attribute__((destructor)) static void seventh(void) { STEP(7); }
__attribute__((destructor(101))) static void eighth(void) { assert(order == 0x425139756); }

int main(int count, char **arguments) {
    assert(order == 0x42513);
    STEP(9);
    if (count > 1)
        exit(1);
    return 0;
}
