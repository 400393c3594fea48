// property: no-data-race
// verdict: FALSE
// property: unreach-call
// verdict: FALSE
// A static local is one object for all threads.
#include <assert.h>
#include <pthread.h>

static void *thread(void *arg) {
    static int calls;
    int mine = ++calls;
    *(int *)arg = mine;
    return 0;
}

int main(void) {
    pthread_t a, b;
    int x, y;
    pthread_create(&a, 0, thread, &x);
    pthread_create(&b, 0, thread, &y);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(x != y);
    return 0;
}
