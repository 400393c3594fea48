// property: unreach-call
// verdict: TRUE
// The last writes come from one order.
#include <assert.h>
#include <pthread.h>

int x, y;

static void *thread0(void *arg) { x = 1; y = 2; return 0; }
static void *thread1(void *arg) { y = 1; x = 2; return 0; }

int main(void) {
    pthread_t t[2];
    pthread_create(&t[0], 0, thread0, 0);
    pthread_create(&t[1], 0, thread1, 0);
    for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
    assert(!(x == 1 && y == 1));
    return 0;
}
