// property: unreach-call
// verdict: FALSE
// property: no-data-race
// verdict: FALSE
#include <assert.h>
#include <threads.h>

int x;

static int worker(void *arg) {
    int y = x;
    thrd_yield();
    x = y + 1;
    return 0;
}

int main(void) {
    thrd_t a, b;
    thrd_create(&a, worker, 0);
    thrd_create(&b, worker, 0);
    thrd_join(a, 0);
    thrd_join(b, 0);
    assert(x == 2);
    return 0;
}
