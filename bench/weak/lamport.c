// Lamport's fast mutual exclusion: without contention two variables decide.
#include "weak.h"
int busy0, busy1, x, y;

void *a(void *p) {
    for (;;) {
        busy0 = 1;
        x = 1;
        if (y != 0) {
            busy0 = 0;
            while (y != 0)
                ;
            continue;
        }
        y = 1;
        if (x == 1)
            break;
        busy0 = 0;
        while (busy1)
            ;
        if (y == 1)
            break;
        while (y != 0)
            ;
    }
    critical();
    y = 0;
    busy0 = 0;
    return 0;
}

void *b(void *p) {
    for (;;) {
        busy1 = 1;
        x = 2;
        if (y != 0) {
            busy1 = 0;
            while (y != 0)
                ;
            continue;
        }
        y = 2;
        if (x == 2)
            break;
        busy1 = 0;
        while (busy0)
            ;
        if (y == 2)
            break;
        while (y != 0)
            ;
    }
    critical();
    y = 0;
    busy1 = 0;
    return 0;
}

int main(void) {
    run();
    return 0;
}
