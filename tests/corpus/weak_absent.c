// property: unreach-call
// verdict: TRUE
// A weak name that is defined nowhere has the address NULL; other names of a definition are that definition.
#include <assert.h>
extern int hook(void) __attribute__((weak)), setting __attribute__((weak));
static int add(int one, int other) {
    return one + other;
}
int plus(int, int) __attribute__((alias("add")));
static int maybe(void) __attribute__((weakref("hook")));
int number = 3;
extern int counter __attribute__((alias("number")));
static int (*const hooks[])(void) = {hook, maybe};

int main(void) {
    int result = hook ? hook() : &setting ? setting : 7;
    counter = 4;
    assert(result == 7 && !hooks[0] && !hooks[1] && plus(number, 1) == 5 && &number == &counter);
    return 0;
}
