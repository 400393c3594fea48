// property: unreach-call
// verdict: TRUE
// Once the signal is ignored, its handler does not run any more.
#include <assert.h>
#include <signal.h>
#include <string.h>
static volatile sig_atomic_t flag;
static void handler(int number) { flag = 1; }
int main(void) {
    struct sigaction old;
    signal(SIGINT, handler);
    sigaction(SIGINT, 0, &old);
    assert(old.sa_handler == handler);
    assert(signal(SIGINT, SIG_IGN) == handler);
    flag = 0;
    assert(flag == 0);
    return 0;
}
