// property: unreach-call
// verdict: TRUE
// Blocks nest: only the outermost end lets others in. A return inside an atomic function ends it.
#include <assert.h>
#include <pthread.h>
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

int x;

int __VERIFIER_atomic_bump(int by) {
    if (by == 0) return x;
    x += by;
    x -= 1;
    return x;
}

static void *thread(void *arg) {
    __VERIFIER_atomic_begin();
    x++;
    int (*bump)(int) = __VERIFIER_atomic_bump;
    bump(2);
    x++;
    x++;
    __VERIFIER_atomic_end();
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, thread, 0);
    int seen = __VERIFIER_atomic_bump(0);
    assert(seen == 0 || seen == 4);
    int again = x;
    assert(again == 0 || again == 4);
    pthread_join(t, 0);
    return 0;
}
