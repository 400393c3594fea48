// property: unreach-call
// verdict: TRUE
// Coherence: two reads do not go back.
#include <assert.h>
#include <pthread.h>

int x, a, b;

static void *thread0(void *arg) { x = 1; x = 2; return 0; }
static void *thread1(void *arg) { a = x; b = x; return 0; }

int main(void) {
    pthread_t t[2];
    pthread_create(&t[0], 0, thread0, 0);
    pthread_create(&t[1], 0, thread1, 0);
    for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
    assert(a <= b);
    return 0;
}
