// A sequence lock: a reader who sees the same even number twice has seen one version.
#include "pair.h"
int sequence, first, second;

void *a(void *p) {
    sequence = 1;
    STORE;
    first = 1;
    second = 1;
    STORE;
    sequence = 2;
    return 0;
}

void *b(void *p) {
    int before = sequence, u = first, v = second;
    if (before % 2 == 0 && sequence == before)
        assert(u == v);
    return 0;
}
