// property: unreach-call
// verdict: TRUE
// As many threads read as the counter says, so nobody reads while it is 0.
#include <assert.h>
#include <pthread.h>
extern void __VERIFIER_assume(int);

int readers, writing;

static void __VERIFIER_atomic_read(void) { __VERIFIER_assume(!writing); readers++; }
static void __VERIFIER_atomic_done(void) { readers--; }
static void __VERIFIER_atomic_write(void) { __VERIFIER_assume(!writing && readers == 0); writing = 1; }

static void *reader(void *arg) {
    __VERIFIER_atomic_read();
    assert(!writing);
    __VERIFIER_atomic_done();
    return 0;
}

static void *writer(void *arg) {
    __VERIFIER_atomic_write();
    writing = 0;
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, writer, 0);
    for (int i = 0; i < 3; i++) pthread_create(&t, 0, reader, 0);
    pthread_exit(0);
}
