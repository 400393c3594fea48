// property: valid-memsafety
// verdict: TRUE
// Calls through a table of functions, where it holds one.
#include <stddef.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
static int one(int x) { return x + 1; }
static int two(int x) { return x + 2; }
static int (*const table[3])(int) = { one, NULL, two };

int main(void) {
    unsigned char i = __VERIFIER_nondet_uchar();
    if (i >= 3 || !table[i]) return 0;
    return table[i](0) != i / 2 + 1;
}
