// property: unreach-call
// verdict: TRUE
// Load buffering: not both read what is written later.
#include <assert.h>
#include <pthread.h>

int x, y, a, b;

static void *thread0(void *arg) { a = x; y = 1; return 0; }
static void *thread1(void *arg) { b = y; x = 1; return 0; }

int main(void) {
    pthread_t t[2];
    pthread_create(&t[0], 0, thread0, 0);
    pthread_create(&t[1], 0, thread1, 0);
    for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
    assert(!(a == 1 && b == 1));
    return 0;
}
