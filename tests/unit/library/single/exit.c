/* Handlers run in reverse order, those that a handler registers next, and destructors after all of them. */
#include <assert.h>
#include <stdlib.h>
#include <unistd.h>

static unsigned long order;
#define STEP(n) order = 16 * order + n

static void first(void) { STEP(1); }
static void second(void) { STEP(2); }
static void third(void) {
    STEP(3);
    assert(atexit(second) == 0);
}
static void with_status(int status, void *argument) {
    assert(argument == &order);
    STEP(status);
}
static void never(void) { assert(0); }

__attribute__((destructor)) static void check(void) {
    assert(order == 0x7032120);
    order = 0;
}

__attribute__((destructor(101))) static void check_last(void) {
    assert(order == 0);
}

int main(void) {
    order = 7;
    assert(at_quick_exit(never) == 0);
    assert(on_exit(with_status, &order) == 0);
    assert(atexit(second) == 0);
    assert(atexit(first) == 0);
    assert(atexit(third) == 0);
    assert(on_exit(with_status, &order) == 0);
    exit(0);
}
