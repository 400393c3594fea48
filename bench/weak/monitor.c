// A monitor in the style of Dekker: who waits says so and looks once more before it sleeps; who signals looks whether there is
// anybody to wake. Nobody may sleep for ever.
#include "weak.h"
int ready, waiting, asleep, woken;

void *a(void *p) {
    waiting = 1;
    if (!ready)
        asleep = 1;
    return 0;
}

void *b(void *p) {
    ready = 1;
    if (waiting)
        woken = 1;
    return 0;
}

int main(void) {
    run();
    assert(!asleep || woken);
    return 0;
}
