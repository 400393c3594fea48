// Hand-over between two workers, after the latches of PostgreSQL: who is woken by its latch must find work. Setting the
// latch before the work is visible loses the wake-up.
#include "weak.h"
int latch0 = 1, latch1, flag0 = 1, flag1;

void *a(void *p) {
    for (int round = 0; round < 2; round++) {
        while (!latch0)
            ;
        assert(flag0);
        latch0 = 0;
        if (flag0) {
            flag0 = 0;
            flag1 = 1;
            latch1 = 1;
        }
    }
    return 0;
}

void *b(void *p) {
    while (!latch1)
        ;
    assert(flag1);
    latch1 = 0;
    if (flag1) {
        flag1 = 0;
        flag0 = 1;
        latch0 = 1;
    }
    return 0;
}

int main(void) {
    run();
    return 0;
}
