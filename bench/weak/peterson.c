// Peterson's algorithm, one round of each thread.
#include "weak.h"
int flag0, flag1, turn;

void *a(void *p) {
    flag0 = 1;
    turn = 1;
    while (flag1 && turn == 1)
        ;
    critical();
    flag0 = 0;
    return 0;
}

void *b(void *p) {
    flag1 = 1;
    turn = 0;
    while (flag0 && turn == 0)
        ;
    critical();
    flag1 = 0;
    return 0;
}

int main(void) {
    run();
    return 0;
}
