// Dekker's algorithm, one round.
#include "pair.h"
int flag[2], turn;

static void enter(int me) {
    flag[me] = 1;
    FULL;
    while (flag[!me])
        if (turn != me) {
            flag[me] = 0;
            while (turn != me)
                ;
            flag[me] = 1;
            FULL;
        }
    critical();
    turn = !me;
    flag[me] = 0;
}

void *a(void *p) { enter(0); return 0; }
void *b(void *p) { enter(1); return 0; }
