// Dekker's algorithm, one round of each thread.
#include "weak.h"
int flag0, flag1, turn;

void *a(void *p) {
    flag0 = 1;
    while (flag1)
        if (turn != 0) {
            flag0 = 0;
            while (turn != 0)
                ;
            flag0 = 1;
        }
    critical();
    turn = 1;
    flag0 = 0;
    return 0;
}

void *b(void *p) {
    flag1 = 1;
    while (flag0)
        if (turn != 1) {
            flag1 = 0;
            while (turn != 1)
                ;
            flag1 = 1;
        }
    critical();
    turn = 0;
    flag1 = 0;
    return 0;
}

int main(void) {
    run();
    return 0;
}
