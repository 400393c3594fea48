// property: unreach-call
// verdict: TRUE
// property: no-data-race
// verdict: TRUE
// An atomic struct is read and written as a whole.
#include <assert.h>
#include <pthread.h>

struct pair {
    int a, b;
};
_Atomic struct pair shared;

static int equal(struct pair p) {
    return p.a == p.b;
}

void *writer(void *argument) {
    shared = (struct pair){1, 1};
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, writer, 0);
    struct pair p = shared, q;
    q = shared;
    assert(equal(p) && equal(q) && q.a >= p.a);
    assert(equal(shared));
    pthread_join(thread, 0);
    return 0;
}
