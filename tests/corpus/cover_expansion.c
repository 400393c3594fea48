// property: unreach-call
// verdict: FALSE
// x is 1 only between two writes of a thread that may also skip the first one. A search that merges the two ways, and follows from the
// merged node only the threads that one of them needs, misses it.
#include <assert.h>
#include <pthread.h>

extern _Bool __VERIFIER_nondet_bool(void);

int x;

static void *reader(void *arg) {
    assert(x == 0);
    return 0;
}

static void *writer(void *arg) {
    if (!__VERIFIER_nondet_bool())
        x = 1;
    x = 0;
    return 0;
}

int main(void) {
    pthread_t r, w;
    pthread_create(&r, 0, reader, 0);
    pthread_create(&w, 0, writer, 0);
    pthread_join(r, 0);
    pthread_join(w, 0);
    return 0;
}
