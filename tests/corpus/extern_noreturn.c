// property: unreach-call
// verdict: TRUE
// Unknown functions that are declared not to return, in each of the ways to say so, called directly and by address.
#include <assert.h>
#include <stdnoreturn.h>
#define DEAD __attribute__((__noreturn__))

extern int __VERIFIER_nondet_int(void);
extern void by_attribute(void) DEAD;
_Noreturn void by_keyword(void);
void by_keyword(void);
noreturn void by_macro(int *);
typedef void dead(void) DEAD;
dead by_type;
void errx(int, const char *, ...);

int main(void) {
    int x = __VERIFIER_nondet_int(), y = 0;
    void (*call)(void) = by_keyword;
    if (x == 1)
        by_attribute();
    if (x == 2)
        by_keyword();
    if (x == 3)
        by_macro(&y);
    if (x == 4)
        by_type();
    if (x == 5)
        errx(1, "five");
    if (x == 6)
        call();
    assert(x < 1 || x > 6);
    assert(y == 0);
}
