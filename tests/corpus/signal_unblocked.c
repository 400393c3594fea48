// property: unreach-call
// verdict: FALSE
// Another signal is blocked, and the first one only for a while.
#include <assert.h>
#include <signal.h>
static volatile sig_atomic_t flag;
static void handler(int number) { flag = 1; }
int main(void) {
    sigset_t set, old;
    sigemptyset(&set);
    sigaddset(&set, SIGTERM);
    sigprocmask(SIG_BLOCK, &set, &old);
    signal(SIGINT, handler);
    sigfillset(&set);
    sigprocmask(SIG_BLOCK, &set, 0);
    flag = 0;
    sigprocmask(SIG_SETMASK, &old, 0);
    assert(flag == 0);
    return 0;
}
