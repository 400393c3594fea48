// property: unreach-call
// verdict: FALSE
// Store buffering: each of the other three outcomes exists.
#include <assert.h>
#include <pthread.h>

int x, y, a, b;

static void *thread0(void *arg) { x = 1; a = y; return 0; }
static void *thread1(void *arg) { y = 1; b = x; return 0; }

int main(void) {
    pthread_t t[2];
    pthread_create(&t[0], 0, thread0, 0);
    pthread_create(&t[1], 0, thread1, 0);
    for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
    assert(!(a == 1 && b == 1));
    return 0;
}
