// property: unreach-call
// verdict: TRUE
// property: no-data-race
// verdict: TRUE
// A handler that sets two variables is not interrupted; it is never run for another signal, nor if it is ignored.
#include <assert.h>
#include <signal.h>
#include <string.h>
static volatile sig_atomic_t stop, number;
static void handler(int n) {
    number = n;
    stop = 1;
}
int main(void) {
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = handler;
    signal(SIGINT, SIG_IGN);
    sigaction(SIGTERM, &action, 0);
    if (stop) assert(number == SIGTERM);
    return 0;
}
