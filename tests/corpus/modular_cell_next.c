// property: no-data-race
// verdict: FALSE
// Each thread writes the cell of the next one, which the last but one shares with the last.
#include <pthread.h>
#define N 3

long cell[N];

static void *work(void *arg) {
    long me = (long)arg;
    cell[me < N - 1 ? me + 1 : me] = me;
    return 0;
}

int main(void) {
    pthread_t t[N];
    for (long i = 0; i < N; i++) pthread_create(&t[i], 0, work, (void *)i);
    for (int i = 0; i < N; i++) pthread_join(t[i], 0);
    return 0;
}
