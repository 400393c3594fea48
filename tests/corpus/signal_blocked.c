// property: unreach-call
// verdict: TRUE
// A signal that is blocked does not arrive.
#include <assert.h>
#include <signal.h>
static volatile sig_atomic_t flag;
static void handler(int number) { flag = 1; }
int main(void) {
    sigset_t set, old;
    sigemptyset(&set);
    sigaddset(&set, SIGINT);
    sigprocmask(SIG_BLOCK, &set, &old);
    signal(SIGINT, handler);
    assert(flag == 0);
    assert(sigismember(&set, SIGINT) && !sigismember(&old, SIGINT));
    return 0;
}
