// verdict: TRUE(unreach-call), FALSE(no-data-race)
// Lamport's bakery: each thread draws a number greater than all it sees; the smallest number is served first.
#include <assert.h>
#include <pthread.h>

#define N 2

int choosing[N], number[N];
int inside;

void lock(int me) {
    choosing[me] = 1;
    int max = 0;
    for (int other = 0; other < N; other++) {
        int seen = number[other];
        if (seen > max)
            max = seen;
    }
    number[me] = max + 1;
    choosing[me] = 0;
    for (int other = 0; other < N; other++) {
        if (other == me)
            continue;
        while (choosing[other])
            ;
        for (;;) {
            int theirs = number[other];
            if (theirs == 0 || theirs > number[me] || (theirs == number[me] && other > me))
                break;
        }
    }
}

void *worker(void *arg) {
    int me = *(int *)arg;
    lock(me);
    inside++;
    assert(inside == 1);
    inside--;
    number[me] = 0;
    return 0;
}

int main(void) {
    pthread_t thread[N];
    int id[N];
    for (int i = 0; i < N; i++) {
        id[i] = i;
        pthread_create(&thread[i], 0, worker, &id[i]);
    }
    for (int i = 0; i < N; i++)
        pthread_join(thread[i], 0);
    return 0;
}
