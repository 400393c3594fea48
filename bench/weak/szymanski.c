// Szymanski's algorithm for two: a waiting room whose door is closed by the last who enters.
#include "weak.h"
int flag0, flag1;

void *a(void *p) {
    flag0 = 1;
    while (flag1 >= 3)
        ;
    flag0 = 3;
    if (flag1 == 1) {
        flag0 = 2;
        while (flag1 != 4)
            ;
    }
    flag0 = 4;
    critical();
    for (;;) {
        int other = flag1;
        if (other != 2 && other != 3)
            break;
    }
    flag0 = 0;
    return 0;
}

void *b(void *p) {
    flag1 = 1;
    while (flag0 >= 3)
        ;
    flag1 = 3;
    if (flag0 == 1) {
        flag1 = 2;
        while (flag0 != 4)
            ;
    }
    flag1 = 4;
    while (flag0 >= 2)
        ;
    critical();
    flag1 = 0;
    return 0;
}

int main(void) {
    run();
    return 0;
}
