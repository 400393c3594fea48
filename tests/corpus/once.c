// property: unreach-call
// verdict: TRUE
// property: no-data-race
// verdict: TRUE
#include <assert.h>
#include <pthread.h>

pthread_once_t once = PTHREAD_ONCE_INIT;
int calls, table;

static void init(void) {
    calls++;
    table = 7;
}

static void *thread(void *arg) {
    pthread_once(&once, init);
    assert(calls == 1 && table == 7); // whoever comes second waits for the first to finish
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, thread, 0);
    pthread_create(&b, 0, thread, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
