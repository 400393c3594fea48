// verdict: TRUE(unreach-call), FALSE(no-data-race)
// Dekker's algorithm, the first solution of mutual exclusion: whose turn it is not steps back.
#include <assert.h>
#include <pthread.h>

int wants[2], turn;
int inside;

void *worker(void *arg) {
    int me = arg != 0, other = 1 - me;
    wants[me] = 1;
    while (wants[other]) {
        if (turn == other) {
            wants[me] = 0;
            while (turn == other)
                ;
            wants[me] = 1;
        }
    }
    inside++;
    assert(inside == 1);
    inside--;
    turn = other;
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
