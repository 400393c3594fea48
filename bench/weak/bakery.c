// Lamport's bakery: the smaller ticket goes first, and of equal ones thread a.
#include "weak.h"
int choosing0, choosing1, number0, number1;

void *a(void *p) {
    choosing0 = 1;
    int mine = number1 + 1;
    number0 = mine;
    choosing0 = 0;
    while (choosing1)
        ;
    for (;;) {
        int other = number1;
        if (other == 0 || mine <= other)
            break;
    }
    critical();
    number0 = 0;
    return 0;
}

void *b(void *p) {
    choosing1 = 1;
    int mine = number0 + 1;
    number1 = mine;
    choosing1 = 0;
    while (choosing0)
        ;
    for (;;) {
        int other = number0;
        if (other == 0 || mine < other)
            break;
    }
    critical();
    number1 = 0;
    return 0;
}

int main(void) {
    run();
    return 0;
}
