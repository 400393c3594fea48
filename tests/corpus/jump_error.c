// property: unreach-call
// verdict: TRUE
// property: no-deadlock
// verdict: TRUE
// property: valid-memsafety
// verdict: TRUE
// Each thread jumps out of a function that failed to its own handler; the failing function has released the lock.
#include <assert.h>
#include <pthread.h>
#include <setjmp.h>

static _Thread_local sigjmp_buf handler;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int failures, after;

static void fail(int reason) {
    failures++;
    pthread_mutex_unlock(&lock);
    siglongjmp(handler, reason);
}

static void work(int depth) {
    if (depth == 0)
        fail(0);
    work(depth - 1);
    after = 1;
}

static void *run(void *argument) {
    volatile int tries = 0;
    if (sigsetjmp(handler, 1) == 1) {
        assert(tries == 1);
        return argument;
    }
    tries++;
    pthread_mutex_lock(&lock);
    work(1);
    return 0;
}

int main(void) {
    pthread_t other;
    pthread_create(&other, 0, run, &other);
    void *mine = run(&failures), *result;
    pthread_join(other, &result);
    assert(mine == &failures && result == &other && failures == 2 && !after);
    return 0;
}
