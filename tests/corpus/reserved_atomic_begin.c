// property: unreach-call
// verdict: TRUE
// Older files define these as locks, or as nothing; they are atomic blocks all the same.
#include <assert.h>
#include <pthread.h>

void __VERIFIER_atomic_begin(void) {}
void __VERIFIER_atomic_end(void) {}
int x;

static void *thread(void *arg) {
    __VERIFIER_atomic_begin();
    x = x + 1;
    x = x + 1;
    __VERIFIER_atomic_end();
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, thread, 0);
    assert(x % 2 == 0);
    pthread_join(t, 0);
    assert(x == 2);
    return 0;
}
