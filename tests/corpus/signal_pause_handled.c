// property: unreach-call
// verdict: TRUE
// Behind pause a handler has run; where there is none, nothing is behind it.
#include <assert.h>
#include <signal.h>
#include <unistd.h>
static volatile sig_atomic_t flag;
static void handler(int number) { flag = number; }
int main(void) {
    signal(SIGINT, SIG_IGN);
    if (signal(SIGTERM, handler) != SIG_DFL) pause();
    pause();
    assert(flag == SIGTERM);
    signal(SIGTERM, SIG_DFL);
    pause();
    assert(0);
    return 0;
}
