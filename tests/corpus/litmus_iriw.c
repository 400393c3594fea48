// property: unreach-call
// verdict: TRUE
// Independent reads of independent writes: both readers agree on the order.
#include <assert.h>
#include <pthread.h>

int x, y, a, b, c, d;

static void *thread0(void *arg) { x = 1; return 0; }
static void *thread1(void *arg) { y = 1; return 0; }
static void *thread2(void *arg) { a = x; b = y; return 0; }
static void *thread3(void *arg) { c = y; d = x; return 0; }

int main(void) {
    pthread_t t[4];
    pthread_create(&t[0], 0, thread0, 0);
    pthread_create(&t[1], 0, thread1, 0);
    pthread_create(&t[2], 0, thread2, 0);
    pthread_create(&t[3], 0, thread3, 0);
    for (int i = 0; i < 4; i++) pthread_join(t[i], 0);
    assert(!(a == 1 && b == 0 && c == 1 && d == 0));
    return 0;
}
