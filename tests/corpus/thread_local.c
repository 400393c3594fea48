// property: unreach-call
// verdict: TRUE
// property: no-data-race
// verdict: TRUE
#include <assert.h>
#include <pthread.h>

__thread int mine = 3;
static _Thread_local int counts[2];

static void *thread(void *arg) {
    static __thread int calls;
    assert(mine == 3 && counts[1] == 0);
    mine++;
    counts[1]++;
    calls++;
    assert(mine == 4 && counts[1] == 1 && calls == 1);
    return 0;
}

int main(void) {
    pthread_t t[2];
    mine = 10;
    for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, thread, 0);
    counts[1] = 5;
    for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
    assert(mine == 10 && counts[1] == 5);
    return 0;
}
