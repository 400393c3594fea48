// property: unreach-call
// verdict: TRUE
// Who may go on is told by a result: threads are counted where it is 1.
#include <assert.h>
#include <pthread.h>

int users, closed;

static int __VERIFIER_atomic_enter(void) {
    if (closed) return 0;
    users++;
    return 1;
}
static void __VERIFIER_atomic_leave(void) { users--; }
static int __VERIFIER_atomic_close(void) {
    if (users > 0) return 0;
    closed = 1;
    return 1;
}

static void *user(void *arg) {
    if (__VERIFIER_atomic_enter()) {
        assert(!closed);
        __VERIFIER_atomic_leave();
    }
    return 0;
}

static void *owner(void *arg) {
    while (!__VERIFIER_atomic_close()) {}
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, owner, 0);
    for (int i = 0; i < 3; i++) pthread_create(&t, 0, user, 0);
    pthread_exit(0);
}
