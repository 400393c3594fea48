// property: unreach-call
// verdict: TRUE
// Handlers run where main ends, the last one first; one that a handler registers runs next.
#include <assert.h>
#include <stdlib.h>
static int order;

static void last(void) { assert(order == 321); }
static void first(void) { order = 10 * order + 1; }
static void second(void) {
    order = 10 * order + 2;
    atexit(first);
}

int main(int count, char **arguments) {
    atexit(last);
    if (count < 3) {
        atexit(second);
        order = 3;
        return 1;
    }
    order = 321;
    exit(1);
}
