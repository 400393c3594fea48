// A sequence lock: a reader who sees the same even number before and after has seen one version.
#include "weak.h"
int sequence, first, second;

void *a(void *p) {
    sequence = 1;
    first = 1;
    second = 1;
    sequence = 2;
    return 0;
}

void *b(void *p) {
    int before = sequence, u = first, v = second;
    if (before % 2 == 0 && sequence == before)
        assert(u == v);
    return 0;
}

int main(void) {
    run();
    return 0;
}
