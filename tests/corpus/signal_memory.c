// property: valid-memsafety
// verdict: FALSE
// property: unreach-call
// verdict: UNKNOWN(undefined behaviour
// property: no-deadlock
// verdict: UNKNOWN(the handlers of signals are not run for this property
// The handler runs before there is an object.
#include <signal.h>
static char *volatile object;
static void handler(int number) { *object = 1; }
int main(void) {
    char own;
    signal(SIGTERM, handler);
    object = &own;
    signal(SIGTERM, SIG_IGN);
    return 0;
}
