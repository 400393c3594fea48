// verdict: TRUE(unreach-call), FALSE(no-data-race)
// Lamport's fast mutex: without contention, entering takes a constant number of accesses however many threads there are.
#include <assert.h>
#include <pthread.h>

#define N 2

int x, y;      // the last to knock, and who passed the first door (0: nobody); threads are 1..N
int busy[N + 1];
int inside;

void lock(int me) {
    for (;;) {
        busy[me] = 1;
        x = me;
        if (y != 0) {
            busy[me] = 0;
            while (y != 0)
                ;
            continue;
        }
        y = me;
        if (x == me)
            return; // nobody else knocked
        busy[me] = 0;
        for (int other = 1; other <= N; other++)
            while (busy[other])
                ;
        if (y == me)
            return; // the others gave up
        while (y != 0)
            ;
    }
}

void unlock(int me) {
    y = 0;
    busy[me] = 0;
}

void *worker(void *arg) {
    int me = *(int *)arg;
    lock(me);
    inside++;
    assert(inside == 1);
    inside--;
    unlock(me);
    return 0;
}

int main(void) {
    pthread_t thread[N];
    int id[N];
    for (int i = 0; i < N; i++) {
        id[i] = i + 1;
        pthread_create(&thread[i], 0, worker, &id[i]);
    }
    for (int i = 0; i < N; i++)
        pthread_join(thread[i], 0);
    return 0;
}
