// property: unreach-call
// verdict: TRUE
// Causality: what was read and passed on is there.
#include <assert.h>
#include <pthread.h>

int x, y, a, b, c;

static void *thread0(void *arg) { x = 1; return 0; }
static void *thread1(void *arg) { a = x; y = 1; return 0; }
static void *thread2(void *arg) { b = y; c = x; return 0; }

int main(void) {
    pthread_t t[3];
    pthread_create(&t[0], 0, thread0, 0);
    pthread_create(&t[1], 0, thread1, 0);
    pthread_create(&t[2], 0, thread2, 0);
    for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
    assert(!(a == 1 && b == 1 && c == 0));
    return 0;
}
