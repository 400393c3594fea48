// verdict: FALSE(unreach-call), FALSE(no-data-race)
// Peterson's algorithm with its first two lines swapped: both threads get in.
#include <assert.h>
#include <pthread.h>

int wants[2], turn;
int inside;

void *worker(void *arg) {
    int me = arg != 0, other = 1 - me;
    turn = other; // too early: must come after the announcement
    wants[me] = 1;
    while (wants[other] && turn == other)
        ;
    inside++;
    assert(inside == 1);
    inside--;
    wants[me] = 0;
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
