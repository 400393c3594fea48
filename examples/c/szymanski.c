// verdict: TRUE(unreach-call), FALSE(no-data-race)
// Szymanski's algorithm: a waiting room whose door closes behind the group that has gathered, so that nobody is overtaken.
#include <assert.h>
#include <pthread.h>

enum { OUTSIDE, KNOCKING, INVITING, AT_THE_DOOR, LEAVING_ROOM };

int flag[2];
int inside;

void *worker(void *arg) {
    int me = arg != 0, other = 1 - me;
    flag[me] = KNOCKING;
    while (flag[other] >= AT_THE_DOOR)
        ; // the door is closed
    flag[me] = AT_THE_DOOR;
    if (flag[other] == KNOCKING) {
        flag[me] = INVITING;
        while (flag[other] != LEAVING_ROOM)
            ;
    }
    flag[me] = LEAVING_ROOM;
    if (me == 1) // lower numbers go first
        while (flag[other] >= INVITING)
            ;
    inside++;
    assert(inside == 1);
    inside--;
    if (me == 0) // wait until whoever is in the room knows that the door is closed
        while (flag[other] == INVITING || flag[other] == AT_THE_DOOR)
            ;
    flag[me] = OUTSIDE;
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, worker, 0);
    pthread_create(&b, 0, worker, (void *)1);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
