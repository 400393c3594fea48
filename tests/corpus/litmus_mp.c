// property: unreach-call
// verdict: TRUE
// Message passing: who sees the flag sees the data.
#include <assert.h>
#include <pthread.h>

int data, flag, a, b;

static void *thread0(void *arg) { data = 1; flag = 1; return 0; }
static void *thread1(void *arg) { a = flag; b = data; return 0; }

int main(void) {
    pthread_t t[2];
    pthread_create(&t[0], 0, thread0, 0);
    pthread_create(&t[1], 0, thread1, 0);
    for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
    assert(!(a == 1 && b == 0));
    return 0;
}
