// property: unreach-call
// verdict: TRUE
// A thread cannot run before it is created.
#include <assert.h>
#include <pthread.h>

int x;

static void *thread(void *arg) {
    x = 1;
    return 0;
}

int main(void) {
    pthread_t t;
    int before = x;
    pthread_create(&t, 0, thread, 0);
    int between = x;
    pthread_join(t, 0);
    assert(before == 0 && x == 1 && (between == 0 || between == 1));
    return 0;
}
