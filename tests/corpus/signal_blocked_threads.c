// property: unreach-call
// verdict: UNKNOWN(signals that one of several threads has blocked)
// property: no-data-race
// verdict: UNKNOWN(the handlers of signals are not run for this property
// The signal goes to a thread that has not blocked it, if there is one.
#include <assert.h>
#include <pthread.h>
#include <signal.h>
static volatile sig_atomic_t flag;
static void handler(int number) { flag = 1; }
static void *thread(void *arg) {
    sigset_t set, old;
    sigemptyset(&set);
    sigaddset(&set, SIGINT);
    pthread_sigmask(SIG_BLOCK, &set, &old);
    pthread_sigmask(SIG_SETMASK, &old, 0);
    return 0;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, thread, 0);
    pthread_join(t, 0);
    signal(SIGINT, handler);
    assert(flag == 0);
    return 0;
}
