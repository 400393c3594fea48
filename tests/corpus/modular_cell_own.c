// property: no-data-race
// verdict: TRUE
// Each thread writes a cell of its own, by its number.
#include <pthread.h>
#define N 3

long cell[N];

static void *work(void *arg) {
    long me = (long)arg;
    cell[me] = me;
    return 0;
}

int main(void) {
    pthread_t t[N];
    for (long i = 0; i < N; i++) pthread_create(&t[i], 0, work, (void *)i);
    for (int i = 0; i < N; i++) pthread_join(t[i], 0);
    return 0;
}
