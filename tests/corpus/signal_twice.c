// property: unreach-call
// verdict: FALSE
// A signal may arrive more than once.
#include <assert.h>
#include <signal.h>
static volatile sig_atomic_t count;
static void handler(int number) { count = count + 1; }
int main(void) {
    signal(SIGINT, handler);
    assert(count < 2);
    return 0;
}
