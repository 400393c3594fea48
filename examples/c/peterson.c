// verdict: TRUE(unreach-call), FALSE(no-data-race)
// Peterson's algorithm: two threads exclude each other with three shared variables and no lock.
#include <assert.h>
#include <pthread.h>

int wants[2], turn; // who wants in, and who has to wait when both do
int inside;         // threads in the critical section

void *worker(void *arg) {
    int me = arg != 0, other = 1 - me;
    wants[me] = 1;
    turn = other;
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
